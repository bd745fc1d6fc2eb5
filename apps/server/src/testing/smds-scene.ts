import { discoverEvents, downloadPending } from '@simwright/euicc'
import { createHttpsTransport } from '@simwright/euicc/https-transport'
import { afterAll } from 'vitest'
import type { TestPhone, TestPhones } from './phone.ts'
import type { TestServer } from './server.ts'

/** Lets phones query the SM-DS of this server over TLS, and download from the SM-DP+ that their events name. */
export async function smdsPhones({ server }: Pick<TestServer, 'server'>, { issuer, device }: TestPhones) {
  await server.smds.listen()
  // resolves both servers by host and port, as real devices do
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
    /** The events of the phone. */
    discover: (phone: Pick<TestPhone, 'euicc'>) => discoverEvents(asking(phone)),
    /** Downloads all events of the phone. @returns the outcome of each */
    fetch: async (phone: Pick<TestPhone, 'euicc'>) => {
      const { downloads } = await downloadPending(asking(phone))
      return downloads.map(({ result }) => result.outcome)
    },
  }
}
