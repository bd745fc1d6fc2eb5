import './styles/fonts.css'
import '@mantine/core/styles.layer.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/mantine.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { loadPlatform, restorePlatform } from './brand/platform.ts'
import { watchSession } from './session/watch.ts'

/** The specification's delay before the application is mounted; the outline in index.html stands meanwhile. */
const MOUNT_DELAY_MS = 250
/** A first visitor waits this long at most for the platform's colours; others see the remembered ones. */
const PLATFORM_WAIT_MS = 1500

/** Mounting waits this much longer at most for the text face, so that no line breaks anew when it arrives. */
const FACE_WAIT_MS = 750

const isRemembered = restorePlatform()
const loaded = loadPlatform()
watchSession()

const textFace = document.fonts.load('500 16px "Inter Variable"').catch(() => undefined)

await pause(MOUNT_DELAY_MS)
await Promise.race([textFace, pause(FACE_WAIT_MS)])
if (!isRemembered) await Promise.race([loaded, pause(PLATFORM_WAIT_MS - MOUNT_DELAY_MS)])
createRoot(document.getElementById('root')!).render(<App />)

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
