import { guideTexts } from './guide-texts.ts'

/** What the script of the reference (Scalar) adds to the page. */
declare global {
  interface Window {
    Scalar?: { createApiReference(root: Element, configuration: object): unknown }
  }
}

/** Everything that would make a request to another host, or needs one, is off. */
const CLOSED = {
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  documentDownloadType: 'none',
} as const

/** Shows the API reference, on the page that has a place for it. */
export function openReference(): void {
  const root = document.querySelector<HTMLElement>('#reference')
  if (root === null) return
  const { script: source = '', document: url } = root.dataset
  for (const name of ['localStorage', 'sessionStorage']) lendStorage(name)
  const script = document.createElement('script')
  script.src = source
  script.addEventListener('error', () => root.replaceChildren(guideTexts.referenceFailed))
  script.addEventListener('load', () => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark'
    window.Scalar?.createApiReference(root, {
      ...CLOSED,
      url,
      theme: 'none',
      hideDarkModeToggle: true,
      forceDarkModeState: isDark ? 'dark' : 'light',
      authentication: { preferredSecurityScheme: 'key' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    })
  })
  document.head.append(script)
}

/** A sandboxed page has no storage, which the reference expects. What it stores here is gone with the page. */
function lendStorage(name: string): void {
  const values = new Map<string, string>()
  const storage: Storage = {
    get length() {
      return values.size
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, String(value)),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  }
  Object.defineProperty(window, name, { value: storage })
}
