import { buildApp } from './app.ts'
import { ConfigError } from './config.ts'
import type { App } from './http/serve.ts'
import type { OpenServer } from './server.ts'

/**
 * Listens for people and for devices.
 * @throws ConfigError when a port is in use; the server is closed then
 */
export async function serve(server: OpenServer): Promise<App> {
  const { port, host, smdpPort, smdsPort, operatorPort, bipPort } = server.config
  try {
    const app = await buildApp(server)
    await app.listen({ port, host }).catch((error) => refuseUsedPort(error, `PORT ${port}`))
    server.ports.portal = (app.server.address() as { port: number }).port
    await server.smdp.listen().catch((error) => refuseUsedPort(error, `SMDP_PORT ${smdpPort}`))
    await server.bip.listen(server).catch((error) => refuseUsedPort(error, `BIP_PORT ${bipPort}`))
    await server.smds.listen().catch((error) => refuseUsedPort(error, `SMDS_PORT ${smdsPort}`))
    await server.smds.listenForServers().catch((error) => refuseUsedPort(error, `OPERATOR_PORT ${operatorPort}`))
    return app
  } catch (error) {
    await server.close()
    throw error
  }
}

function refuseUsedPort(error: NodeJS.ErrnoException, setting: string): never {
  if (error.code !== 'EADDRINUSE') throw error
  throw new ConfigError([`${setting} is in use by another program (EADDRINUSE): stop that one, or set another port.`])
}
