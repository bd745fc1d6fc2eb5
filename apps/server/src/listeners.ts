import { buildApp } from './app.ts'
import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import { openEs2plus } from './modules/programs/es2plus/service.ts'
import { nameSetting } from './port-check.ts'
import type { OpenServer } from './server.ts'

/**
 * Opens all listeners: portal, SM-DP+, BIP, SM-DS, the port for other servers and that for metrics.
 * @throws ConfigError naming the setting of a listener that cannot be opened; all listeners and the server are closed
 * then
 */
export async function serve(server: OpenServer): Promise<App> {
  const { port, host, smdpPorts, smdsPort, operatorPort, bipPort, metricsPort } = server.config
  let app: App | undefined
  try {
    app = await buildApp(server)
    await app.listen({ port, host }).catch(nameSetting({ PORT: port, HOST: host }))
    server.ports.portal = (app.server.address() as { port: number }).port
    await server.smdp.listen().catch(nameSetting({ SMDP_PORT: smdpPorts.join(',') }))
    await server.bip.listen(server).catch(nameSetting({ BIP_PORT: bipPort }))
    await server.smds.listen().catch(nameSetting({ SMDS_PORT: smdsPort }))
    await server.smds.listenForServers(openEs2plus(server)).catch(nameSetting({ OPERATOR_PORT: operatorPort }))
    await server.metricsPort.listen(server).catch(nameSetting({ METRICS_PORT: metricsPort }))
    return app
  } catch (error) {
    await closeAll(server, app)
    throw error
  }
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
