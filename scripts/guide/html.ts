import type { Guide } from './contents.ts'
import { addressOf, BASE, escaped, type Page } from './page.ts'

/** Addresses of the built files. */
export type BuiltFiles = { script: string; style: string; font: string; searchIndex: string; reference: string }

/** The server replaces it by the name of the platform. */
export const APP_NAME = '{appName}'

/** The whole document of a page. The server adds the name, icon and colors of the platform. */
export function pageHtml(guide: Guide, page: Page, files: BuiltFiles): string {
  const current = guide.pages.indexOf(page)
  return documentHtml(files, {
    title: page.title,
    navigation: navigation(guide, page),
    main: `<article>
${page.html}
${turns(guide.pages[current - 1], guide.pages[current + 1])}
</article>
${onThisPage(page)}`,
  })
}

export function missingPageHtml(guide: Guide, files: BuiltFiles): string {
  return documentHtml(files, {
    title: 'Page not found',
    navigation: navigation(guide, undefined),
    main: `<article><h1>Page not found</h1><p>The guide has no page at this address. Choose one from the list, or search.</p></article>`,
  })
}

type Document = { title: string; navigation: string; main: string }

function documentHtml({ script, style, font, searchIndex }: BuiltFiles, { title, navigation, main }: Document): string {
  return `<!doctype html>
<html lang="en" data-mantine-color-scheme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg">
<title>${escaped(title)} - ${APP_NAME}</title>
<link rel="preload" as="font" type="font/woff2" href="${font}" crossorigin>
<link rel="stylesheet" href="${style}">
<script src="${script}" data-search-index="${searchIndex}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<button class="menu" type="button" aria-expanded="false" aria-controls="navigation" hidden>Contents</button>
<a class="name" href="${BASE}"><span>${APP_NAME}</span> guide</a>
<form class="search" role="search" hidden>
<input type="search" role="combobox" aria-label="Search the guide" aria-expanded="false" aria-controls="results" aria-autocomplete="list" placeholder="Search the guide" autocomplete="off" spellcheck="false">
<kbd>/</kbd>
<div id="results" class="results" role="listbox" aria-label="Results" hidden></div>
</form>
<button class="scheme" type="button" hidden></button>
<a class="reference" href="${BASE}/api">API reference</a>
<a class="portal" href="/">Open the portal</a>
</header>
<div class="frame">
<nav id="navigation" class="contents" aria-label="Contents">
${navigation}
</nav>
<main id="content" tabindex="-1">
${main}
</main>
</div>
<p class="spoken" role="status"></p>
</body>
</html>
`
}

function navigation({ parts, pages }: Guide, page: Page | undefined): string {
  const entry = (slug: string) => {
    const { title } = pages.find((one) => one.slug === slug)!
    const current = slug === page?.slug ? ' aria-current="page"' : ''
    return `<li><a href="${addressOf(slug)}"${current}>${escaped(title)}</a></li>`
  }
  return parts
    .map(({ title, slugs }) => `<h2>${escaped(title)}</h2>\n<ul>\n${slugs.map(entry).join('\n')}\n</ul>`)
    .join('\n')
}

function onThisPage({ headings }: Page): string {
  const listed = headings.filter(({ level }) => level === 2 || level === 3)
  if (listed.length < 2) return ''
  const links = listed.map(
    ({ level, text, anchor }) => `<li data-level="${level}"><a href="#${anchor}">${escaped(text)}</a></li>`,
  )
  return `<aside class="here" aria-label="On this page"><h2>On this page</h2><ul>\n${links.join('\n')}\n</ul></aside>`
}

function turns(previous: Page | undefined, next: Page | undefined): string {
  const link = (page: Page | undefined, rel: 'prev' | 'next', label: string) =>
    page ? `<a rel="${rel}" href="${addressOf(page.slug)}"><span>${label}</span>${escaped(page.title)}</a>` : ''
  const links = link(previous, 'prev', 'Previous') + link(next, 'next', 'Next')
  return links === '' ? '' : `<nav class="turns" aria-label="Next pages">${links}</nav>`
}
