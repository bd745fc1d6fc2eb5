import { discoverEvents, downloadPending } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { afterAll } from 'vitest'
import type { TestPhone, TestPhones } from './phone.ts'
import type { TestServer } from './server.ts'

/** Phones that ask the SM-DS of this server, over TLS, and go where it sends them. */
export async function smdsPhones({ server }: Pick<TestServer, 'server'>, { issuer, device }: TestPhones) {
  await server.smds.listen()
  // both servers are found by their names and ports, as in the field
  const transport = createHttpsTransport({ ca: [issuer.ci.certificate] })
  afterAll(() => transport.close())
  const asking = ({ euicc }: Pick<TestPhone, 'euicc'>) => ({
    euicc,
    transport: transport.send,
    smdsAddress: server.smds.address,
    device,
  })
  return {
    send: transport.send,
    /** What waits for the phone. */
    discover: (phone: Pick<TestPhone, 'euicc'>) => discoverEvents(asking(phone)),
    /** What became of each thing that waited for it. */
    fetch: async (phone: Pick<TestPhone, 'euicc'>) => {
      const { downloads } = await downloadPending(asking(phone))
      return downloads.map(({ result }) => result.outcome)
    },
  }
}
