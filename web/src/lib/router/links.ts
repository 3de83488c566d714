// The addresses of the page itself.
const part = encodeURIComponent;

export const runLink = (id: string) => `/runs/${part(id)}`;
export const workLink = (project: string, slug: string) => `/work/${part(project)}/${part(slug)}`;
export const searchLink = (q: string) => `/search?q=${part(q)}`;

// A link of somebody's text is followed only where it leads to the web.
export function safeHref(href: string | null): string | null {
  if (href === null) return null;
  return /^https?:\/\//i.test(href) ? href : null;
}
