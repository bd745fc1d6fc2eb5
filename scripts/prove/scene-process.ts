import { createEnterprise } from '../../apps/server/src/modules/people/accounts/seed.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { openTestIssuer, type TestIssuer } from '../../apps/server/src/modules/provisioning/smdp/service.ts'
import { withServer } from '../../apps/server/src/testing/killed-server.ts'

const OWNER = { email: 'harbour@example.com', password: 'Harbour-Wall-7' }

/** An enterprise in a data directory, and what phones need to download from it. */
export type Scene = { owner: typeof OWNER; cookies: { token: string; binding: string }; issuer: TestIssuer }

/** In a separate process, so that the Simwright of another folder can be used too. */
process.on('message', async (settings: Record<string, string>) => {
  const scene = await withServer(settings, async (server): Promise<Scene> => {
    const owner = await createEnterprise(server, { name: 'Harbour', plan: 'LAB', ...OWNER })
    const cookies = await openSession(server, owner, { address: '127.0.0.1', userAgent: 'proof' })
    return { owner: OWNER, cookies, issuer: await openTestIssuer(server) }
  })
  process.send?.(scene)
  process.disconnect()
})
