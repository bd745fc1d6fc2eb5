import type { Fault } from '@simwright/contract'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { decodeImage } from '../../../format/image/decode-image.ts'
import { ImageRefusal } from '../../../format/image/image-refusal.ts'
import type { TaskFor } from '../../../worker/worker-pool.ts'

/** Why phones could not draw the icon. Its size and the beginning of its bytes are rules of the contract. */
export async function iconFaults(taskFor: TaskFor, { icon }: Pick<ConfigurationFields, 'icon'>): Promise<Fault[]> {
  if (icon === undefined) return []
  try {
    const kind = icon.startsWith('/9j/') ? 'JPEG' : 'PNG'
    await decodeImage(taskFor, { kind, content: Buffer.from(icon, 'base64') })
    return []
  } catch (error) {
    if (!(error instanceof ImageRefusal)) throw error
    return [{ path: 'fields.icon', rule: 'image', text: error.message }]
  }
}
