import { once } from 'node:events'
import { createServer } from 'node:net'
import { buildApp } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import type { App } from './http/serve.ts'
import { stopServing } from './http/stop.ts'
import { METRICS_ADDRESS } from './metrics/listener.ts'
import { openEs2plus } from './modules/programs/es2plus/service.ts'
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

/**
 * Opens and closes each port, for a caller whose server must not fail halfway through its first start.
 * @throws ConfigError naming the setting of a port that cannot be opened
 */
export async function checkPorts(config: Config): Promise<void> {
  const { port, host, smdpPorts, smdsPort, operatorPort, bipPort, metricsPort } = config
  await openAndClose(port, host).catch(nameSetting({ PORT: port, HOST: host }))
  for (const one of smdpPorts) if (one !== undefined) await openAndClose(one).catch(nameSetting({ SMDP_PORT: one }))
  await openAndClose(bipPort).catch(nameSetting({ BIP_PORT: bipPort }))
  await openAndClose(smdsPort).catch(nameSetting({ SMDS_PORT: smdsPort }))
  await openAndClose(operatorPort).catch(nameSetting({ OPERATOR_PORT: operatorPort }))
  await openAndClose(metricsPort, METRICS_ADDRESS).catch(nameSetting({ METRICS_PORT: metricsPort }))
}

/** Without a host: on all addresses. */
async function openAndClose(port: number, host?: string): Promise<void> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
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

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program (EADDRINUSE): stop it, or set another port.',
  EACCES: 'needs privileges that this process lacks (EACCES): set a port from 1024, or grant the privileges.',
  EADDRNOTAVAIL: 'is not an address of this machine (EADDRNOTAVAIL).',
  ENOTFOUND: 'is a name without an address (ENOTFOUND).',
}

/** Converts the error of a listener into a ConfigError that names its setting. */
function nameSetting(settings: Record<string, string | number>): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const reason = reasons[error.code ?? '']
    if (error.syscall === undefined || reason === undefined) throw error
    const { HOST: host, ...ports } = settings
    const concernsHost = host !== undefined && (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    const [[name, value] = []] = Object.entries(concernsHost ? { HOST: host } : ports)
    throw new ConfigError([`${name} ${value} ${reason}`])
  }
}
