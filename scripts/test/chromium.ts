import { type Browser, chromium } from '@playwright/test'
import { findTools } from './machine.ts'

/**
 * Starts the Chromium of the machine, headless.
 * @throws Error if the machine has none and it cannot be installed
 */
export async function openChromium(): Promise<Browser> {
  const executablePath = findTools('chromium').chromium
  if (executablePath === undefined) throw new Error('Chromium is missing')
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
}
