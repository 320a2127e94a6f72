/** What people read of a view: its HTML without styles, search, hidden paragraphs and tags. */

export function textOf(html: string): string {
  return html
    .replace(/<(style|search)>.*?<\/\1>|<p[^>]* hidden="">.*?<\/p>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
}
