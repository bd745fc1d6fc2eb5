import { readFileSync } from 'node:fs'
import { seeNotice } from './notice.ts'
import { expect, test } from './portal.ts'

test('versions of a configuration are compared, exported, changed by hand, imported and restored', async ({
  demoPage,
}) => {
  const page = demoPage
  await page.goto('/configform/add')
  await page.getByLabel('Configuration name').fill('Versioned')
  await page.getByLabel('Profile name').fill('Versioned plan')
  await page.getByRole('textbox', { name: 'Service provider name', exact: true }).fill('Alba')
  await page.getByRole('button', { name: 'Create configuration' }).click()
  await expect(page.getByRole('heading', { name: 'Versioned', exact: true })).toBeVisible()

  const yaml = await test.step('export the first version', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Actions for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Export YAML' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Versioned-v1.yaml')
    return readFileSync(await file.path(), 'utf8')
  })

  await test.step('a changed document with an error is refused with its line, and imported without it', async () => {
    const changed = yaml.replace('serviceProviderName: Alba', 'serviceProviderName: Borealis')
    await page.getByRole('button', { name: 'Import YAML' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('YAML document').fill(`${changed}band: 3\n`)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    const line = yaml.trimEnd().split('\n').length + 1
    await expect(dialog.getByRole('alert')).toContainText(`Line ${line}: Unknown key "band".`)
    await dialog.getByLabel('YAML document').fill(changed)
    await seeNotice(page, 'The document was saved as version 2.', () =>
      dialog.getByRole('button', { name: 'Import', exact: true }).click(),
    )
  })

  await test.step('compare both versions', async () => {
    await page.getByRole('button', { name: 'Compare versions' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('1 field differs')).toBeVisible()
    await expect(dialog.getByRole('row', { name: /^Service provider name/ })).toHaveText(
      /Service provider name\s*Alba\s*Borealis/,
    )
    await page.keyboard.press('Escape')
  })

  await test.step('restore the first version', async () => {
    await page.getByRole('button', { name: 'Actions for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await seeNotice(page, 'Version 1 was restored as version 3.', () =>
      page.getByRole('button', { name: 'Restore version' }).click(),
    )
    await expect(page.getByText('Alba', { exact: true }).first()).toBeVisible()
  })
})
