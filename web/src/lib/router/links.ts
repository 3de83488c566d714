// The addresses of the page itself.
const part = encodeURIComponent;

// `machine`: where it is on another one.
const elsewhere = (machine: string | null) => (machine === null ? '' : `?machine=${part(machine)}`);
export const runLink = (id: string, machine: string | null = null) => `/runs/${part(id)}${elsewhere(machine)}`;
export const workLink = (project: string, slug: string, machine: string | null = null) =>
  `/work/${part(project)}/${part(slug)}${elsewhere(machine)}`;
export const searchLink = (q: string) => `/search?q=${part(q)}`;

// A link of somebody's text is followed only where it leads to the web.
export function safeHref(href: string | null): string | null {
  if (href === null) return null;
  return /^https?:\/\//i.test(href) ? href : null;
}
