import { APP_NAME, type BuiltFiles } from './html.ts'
import { BASE } from './page.ts'

/** Address of the OpenAPI document for programs. */
const API_DOCUMENT = '/api/openapi.json'

/**
 * The page of the API reference, which its script writes from the document that the server serves. It has no style sheet of
 * the guide, because that would also apply to the reference.
 */
export function referenceHtml({ script, font, reference }: BuiltFiles): string {
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg">
<title>API reference - ${APP_NAME}</title>
<style>
@font-face { font-family: "Inter Variable"; font-weight: 100 900; src: url("${font}") format("woff2"); }
:root { --scalar-font: "Inter Variable", sans-serif; --scalar-custom-header-height: 48px; --bar: #fff; --ink: #1b1c1f; --line: #dfe1e5; }
:root[data-mantine-color-scheme="dark"] { color-scheme: dark; --bar: #131416; --ink: #e8e9eb; --line: #2e3035; }
body { margin: 0; background: var(--bar); color: var(--ink); font: 14px/20px var(--scalar-font); }
.bar { position: sticky; top: 0; z-index: 100; display: flex; gap: 20px; align-items: center; box-sizing: border-box; height: 48px; padding: 0 24px; border-bottom: 1px solid var(--line); background: var(--bar); }
.bar a { color: inherit; font-weight: 550; text-underline-offset: 2px; white-space: nowrap; }
.bar .name { margin-right: auto; text-decoration: none; }
noscript { display: block; padding: 24px; }
@media (max-width: 600px) { .bar { gap: 12px; padding: 0 12px; } .bar .portal { display: none; } }
</style>
<script src="${script}"></script>
</head>
<body>
<header class="bar">
<a class="name" href="${BASE}">${APP_NAME} guide</a>
<a href="${API_DOCUMENT}">OpenAPI file</a>
<a class="portal" href="/">Open the portal</a>
</header>
<main id="reference" data-script="${reference}" data-document="${API_DOCUMENT}"></main>
<noscript>The reference needs JavaScript. The <a href="${API_DOCUMENT}">OpenAPI file</a> describes the same calls.</noscript>
</body>
</html>
`
}
