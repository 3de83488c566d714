export const title = (page: string): string => `${page} · Holdfast`;
