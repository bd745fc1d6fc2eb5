import * as delivery from '@simwright/contract/provisioning/delivery'
import type { Figure } from './figure.ts'
import { startPortal } from './portal.ts'

const CODES = 10_000
const LIMIT_S = 20

/**
 * Time from the call to the last byte of a ZIP archive with 10,000 QR codes as SVG, and the server's response times
 * meanwhile.
 */
export async function benchQrZip(): Promise<Figure[]> {
  const { client, stop } = await startPortal({ profiles: CODES })
  try {
    const begin = performance.now()
    const { id, total } = await client.ask(delivery.startFile, {
      given: { form: 'QR_ZIP', picture: 'svg' },
      selection: { filter: {} },
    })
    let file: delivery.CodeFile | undefined
    for await (const state of client.events(delivery.fileProgress, { id })) file = state
    const content = await (await client.send(delivery.fileContent, { id })).arrayBuffer()
    const value = (performance.now() - begin) / 1000
    if (file?.process !== 'COMPLETE' || content.byteLength !== file.bytes)
      throw new Error(`the archive is ${file?.process}, ${content.byteLength} of ${file?.bytes} bytes`)
    console.error(`fleet.qr-zip: ${total} codes, ${(content.byteLength / 1024 / 1024).toFixed(1)} MiB`)
    const perCodes = (value * CODES) / total
    return [{ name: 'fleet.qr-zip', value: perCodes, unit: 's', limit: LIMIT_S, ratio: perCodes / LIMIT_S }]
  } finally {
    await stop()
  }
}
