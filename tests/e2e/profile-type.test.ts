import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { iccidAt, imsiAt, parseIccid, parseImsi } from '@simwright/ids'
import { buildProfile } from '@simwright/saip'
import { seeNotice } from './notice.ts'
import { expect, type Portal, test } from './portal.ts'
import { PROOF } from './proof.ts'

const iccid = (index: number) => iccidAt(parseIccid('8944500000000700000'), index)
const imsi = (index: number) => imsiAt(parseImsi('999700000070000'), index)

/** Turns on the part of the form with this label. */
const turnOn = (page: Page, label: string) => page.getByRole('switch', { name: label }).click({ force: true })

type Kind = {
  name: string
  /** The type's card. */
  type: string
  /** What is set beyond names and home network. */
  set?: (page: Page) => Promise<void>
}

const kinds: readonly Kind[] = [
  { name: 'Regular', type: 'Regular' },
  { name: 'Private', type: 'Private LTE' },
  {
    name: 'Conformance',
    type: 'Conformance Test',
    set: async (page) => {
      await page.getByRole('combobox', { name: 'Authentication algorithm' }).click()
      await page.getByRole('option', { name: 'XOR' }).click()
    },
  },
  { name: 'IMS', type: 'Advanced', set: (page) => turnOn(page, 'Use with IMS') },
  { name: '5G standalone', type: 'Regular', set: (page) => turnOn(page, 'Use in 5G standalone networks') },
  {
    name: 'ARA',
    type: 'Advanced',
    set: async (page) => {
      await turnOn(page, 'ARA applet')
      await page.getByLabel('Certificate hash').first().fill('ab'.repeat(20))
    },
  },
  {
    name: 'Customize',
    type: 'Advanced',
    set: async (page) => {
      await turnOn(page, 'Customize applet')
      await page.getByLabel('Package AID').fill('F0A1B2C3D4')
      await page.getByLabel('Module AID').fill('F0A1B2C3D401')
    },
  },
  { name: 'Recycle', type: 'Advanced', set: (page) => turnOn(page, 'Recycle applet') },
  { name: 'UPP', type: 'UPP' },
]

async function configure(page: Page, { name, type, set }: Kind): Promise<void> {
  await page.goto('/configform/add')
  await page.getByRole('button', { name: 'Open all' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check({ force: true })
  await page.getByLabel('Configuration name').fill(name)
  await page.getByRole('textbox', { name: 'Profile name' }).fill(`${name} plan`)
  await page.getByRole('textbox', { name: 'Service provider name' }).fill('Blank')
  if (type !== 'UPP') {
    await page.getByRole('button', { name: 'Add network to Home network (HPLMN)' }).click()
    await page.getByRole('textbox', { name: 'Network 1 of Home network (HPLMN)' }).fill('99970')
  }
  await set?.(page)
  await seeNotice(page, 'The profile configuration was created.', () =>
    page.getByRole('button', { name: 'Create configuration' }).click(),
  )
}

/** A package that was built elsewhere. */
function suppliedPackage(index: number): Buffer {
  const config = { profileName: 'Own', algorithm: 'MILENAGE', serviceProviderName: 'Own' } as const
  const key = () => randomBytes(16)
  const codes = { pin1: '2580', pin2: '2580', puk1: '73915502', puk2: '73915502', adm1: '48151623' }
  const ota = { kic: key(), kid: key(), kik: key() }
  return Buffer.from(
    buildProfile(config, { iccid: iccid(index), imsi: imsi(index), ki: key(), opc: key(), ota, ...codes }),
  )
}

/** Quick generate. @returns the activation code */
async function generate(page: Page, { name, type }: Kind, index: number): Promise<string> {
  await page.goto('/home')
  await page.getByRole('combobox', { name: 'Profile configuration' }).click()
  await page.getByRole('option', { name, exact: true }).click()
  await page.getByRole('textbox', { name: 'ICCID' }).fill(iccid(index))
  await page.getByRole('textbox', { name: 'IMSI' }).fill(imsi(index))
  if (type === 'UPP') {
    const file = { name: 'own.der', mimeType: 'application/octet-stream', buffer: suppliedPackage(index) }
    await page.locator('input[type=file]').first().setInputFiles(file)
  } else await page.getByText('Generate keys', { exact: true }).click()
  await page.getByRole('button', { name: 'Generate AC', exact: true }).click()
  return await page
    .getByText(/^LPA:1\$/)
    .first()
    .innerText()
}

const MINUTE_MS = 60_000

/**
 * A profile with a recycle time, set in the browser: when the time has passed, the card of its phone reports by itself over
 * TCP, and the browser shows that the profile is recycled.
 */
async function recycle({ page, portal }: { page: Page; portal: Portal }): Promise<void> {
  const kind = kinds.find(({ name }) => name === 'Recycle')!
  const activationCode = await generate(page, kind, kinds.length)
  await page.goto('/profile/fleet')
  await page.getByText(iccid(kinds.length)).first().click()
  await page.getByRole('tab', { name: 'Recycle' }).click()
  await page.getByRole('button', { name: 'Set recycle time' }).click()
  await page
    .getByRole('textbox', { name: 'Recycle time' })
    .fill(new Date(Date.now() + 20 * MINUTE_MS).toISOString().slice(0, 16))
  await seeNotice(page, 'It is recycled at this time.', () =>
    page.getByRole('button', { name: 'Change 1 profile' }).click(),
  )
  expect(await portal.downloadWithPhone(activationCode)).toBe('installed, enabled')
  expect(await portal.wait(10 * MINUTE_MS)).toBe('')
  expect(await portal.wait(10 * MINUTE_MS)).toBe('accepted')
  await page.reload()
  await expect(page.getByText('It is in stock. Generate it again to give it an activation code.')).toBeVisible()
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(page.getByText(/^Confirmed by its Recycle applet \(message 1\)/)).toBeVisible()
}

test(
  'an empty account creates a configuration of each kind; each generates, downloads and installs',
  PROOF,
  async ({ emptyPage: page, portal }) => {
    for (const [index, kind] of kinds.entries())
      await test.step(kind.name, async () => {
        await configure(page, kind)
        expect(await portal.downloadWithPhone(await generate(page, kind, index))).toBe('installed, enabled')
      })
    await test.step('the recycle time passes', () => recycle({ page, portal }))
  },
)
