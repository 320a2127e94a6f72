/** The page for what isn't there: it says what is. */

import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { cleanText } from '../../lambda/core/clean-text';
import { addressPath, readAddress } from '../../lambda/view/address';
import type { Known } from '../../lambda/view/known';
import { PAGE_PATHS } from '../../lambda/view/page';
import { STYLE } from '../../lambda/view/style';

/** HTML text; `what` says what isn't there. */
export function renderNotFound(what: string, { services }: Known): HtmlEscapedString | Promise<HtmlEscapedString> {
  const start = readAddress('/', new URLSearchParams());
  const links = services.map(({ service: { id } }) => ({ id, path: start && addressPath({ ...start, service: id }) }));
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Not found</title>
<link rel="icon" type="image/svg+xml" href="${PAGE_PATHS.icon}">
<style>${raw(STYLE)}</style>
</head>
<body class="sw">
<main id="view">
<header class="summary"><h1>Not found</h1><p class="sentence">There is no ${cleanText(what, 100)} here</p></header>
<p>There are <a href="/">all services</a>, and of each the details:</p>
<ul>${links.map(({ id, path }) => html`<li><a href="${path}">${id}</a></li>`)}</ul>
</main>
</body>
</html>
`;
}
