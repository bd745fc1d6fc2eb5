import './styles/fonts.css'
import './styles/reset.css'
import '@mantine/core/styles.layer.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/mantine.css'
import './styles/shared.css'
import './styles/touch.css'
import './styles/print.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { loadPlatform, restorePlatform } from './brand/platform.ts'
import { reloadAfterUpdate } from './reload-after-update.ts'
import { loadFirstPage } from './router.tsx'
import { watchSession } from './session-watch.ts'
import { printInLight } from './styles/print.ts'
import { noteInput } from './ui/last-input.ts'

/** Delay before the application is mounted (specification); index.html shows its outline until then. */
const MOUNT_DELAY_MS = 250
/** Longest wait of a first visitor for the platform's colors; other visitors see the remembered ones. */
const PLATFORM_WAIT_MS = 1500

/** Longest additional wait for the text font, so that text does not reflow when it arrives. */
const FONT_WAIT_MS = 750

const isRemembered = restorePlatform()
const loaded = loadPlatform()
watchSession()
reloadAfterUpdate()
printInLight()
noteInput()
void loadFirstPage()

const textFont = document.fonts.load('500 16px "Inter Variable"').catch(() => undefined)

// no top-level await: the code of the first page would wait for it
void mount()

async function mount(): Promise<void> {
  await pause(MOUNT_DELAY_MS)
  await Promise.race([textFont, pause(FONT_WAIT_MS)])
  if (!isRemembered) await Promise.race([loaded, pause(PLATFORM_WAIT_MS - MOUNT_DELAY_MS)])
  createRoot(document.getElementById('root')!).render(<App />)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
