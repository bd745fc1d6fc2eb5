import * as fleet from '@simwright/contract/profiles/fleet'
import * as es2plus from '@simwright/contract/programs/es2plus'
import * as batch from '@simwright/contract/provisioning/batch'
import { openEs2plus } from '../modules/programs/es2plus/service.ts'
import { generate } from '../modules/provisioning/generate/jobs.ts'
import type { Client } from './client.ts'
import { clientCertificate } from './client-certificate.ts'
import { closeAtEnd } from './close.ts'
import { Es2plusClient } from './es2plus-client.ts'
import { proveKey } from './operator-proof.ts'
import { smdpScene } from './smdp-scene.ts'
import { newSubscribers } from './subscriber.ts'

export const SUCCESS = 'Executed-Success'

/** A server whose port for operators is open, with an operator and a configuration that operators order. */
export async function es2plusScene(options: Parameters<typeof smdpScene>[0] = {}) {
  const scene = await smdpScene({ background: 'none', isOwn: true, ...options })
  const { server } = scene
  const port = await server.smds.listenForServers(openEs2plus(server))
  let operators = 0

  /** Registers an operator and proves its key. Its identifier is in the certificate. */
  async function operator(
    owner: Client = scene.enterprise.owner,
    more: { callbackUrl?: string; oid?: string; host?: string } = {},
  ) {
    operators += 1
    const { callbackUrl = null, oid = `2.999.40.${operators}`, host = 'localhost' } = more
    const name = `Operator ${operators}`
    const { pem: cert, key } = clientCertificate(name, { oid, host, at: server.clock.now() })
    const added = await owner.ask(es2plus.register, { name, callbackUrl, requester: '', certificate: cert })
    await proveKey(owner, added, key)
    const { id } = added
    const client = new Es2plusClient({ port, requester: oid, cert, key })
    closeAtEnd(async () => client.close())
    const expect = async (call: string, members: object) => {
      const { verdict, body } = await client.call(call, members)
      if (verdict !== SUCCESS) throw new Error(`${call}: ${verdict} ${JSON.stringify(body)}`)
      return body
    }
    return { id, name, oid, cert, key, client, expect }
  }

  const profileType = 'Ordered by operators'
  const configurationId = await scene.configured({ name: profileType, orderedBy: 'operator', maxDownloadAttempts: 2 })
  /** Adds a profile by a range of one, with the ICCID that is given. */
  async function stocked(given?: string): Promise<{ profileId: string; iccid: string }> {
    const [subscriber] = newSubscribers(1)
    const range = { firstIccid: given ?? subscriber!.ICCID!, firstImsi: subscriber!.IMSI!, count: 1 }
    const { owner, id: enterpriseId } = scene.enterprise
    const { batchId } = await owner.ask(batch.startRange, { configurationId, ...range })
    await generate(server, { enterpriseId, id: batchId })
    const { items } = await owner.ask(fleet.list, { filter: { iccid: range.firstIccid } })
    return { profileId: items[0]!.id, iccid: range.firstIccid }
  }

  return {
    ...scene,
    port,
    operator,
    profileType,
    configurationId,
    /** A new profile in stock. */
    stocked,
  }
}
