import { buildApp } from './app.ts'
import { openReadiness } from './http/health.ts'
import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import { openEs2plus } from './modules/programs/es2plus/service.ts'
import { nameSetting } from './port-check.ts'
import type { OpenServer } from './server.ts'

/**
 * Opens the listeners of the roles of this process: `web` has the portal, `smdp` has SM-DP+, BIP, SM-DS and the port for
 * other servers. Every process has that for metrics. Returns the portal, if there is one.
 * @throws ConfigError naming the setting of a listener that cannot be opened; all listeners and the server are closed
 * then
 */
export async function serve(server: OpenServer): Promise<App | undefined> {
  const { roles, port, host, metricsPort } = server.config
  let app: App | undefined
  try {
    if (roles.includes('web')) {
      app = await buildApp(server)
      await app.listen({ port, host }).catch(nameSetting({ PORT: port, HOST: host }))
      server.ports.portal = (app.server.address() as { port: number }).port
    }
    if (roles.includes('smdp')) await serveDevices(server)
    await server.metricsPort.listen(server, openReadiness(server)).catch(nameSetting({ METRICS_PORT: metricsPort }))
    return app
  } catch (error) {
    await closeAll(server, app)
    throw error
  }
}

async function serveDevices(server: OpenServer): Promise<void> {
  const { smdpPorts, smdsPort, operatorPort, bipPort } = server.config
  await server.smdp.listen().catch(nameSetting({ SMDP_PORT: smdpPorts.join(',') }))
  await server.bip.listen(server).catch(nameSetting({ BIP_PORT: bipPort }))
  await server.smds.listen().catch(nameSetting({ SMDS_PORT: smdsPort }))
  await server.smds.listenForServers(openEs2plus(server)).catch(nameSetting({ OPERATOR_PORT: operatorPort }))
}

/** Closes listeners and server; running calls are not awaited, because the process ends. */
async function closeAll(server: OpenServer, app: App | undefined): Promise<void> {
  server.drain()
  try {
    if (app) await stopServing(app, 0)
    await server.close()
  } catch (err) {
    server.log.error({ err }, 'the server did not close cleanly')
  }
}
