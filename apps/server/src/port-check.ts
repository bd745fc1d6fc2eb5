import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError } from './config.ts'
import { refuseUsedDirectory } from './db/embedded/attach.ts'
import { DataDirectoryInUse } from './db/embedded/data-directory-lock.ts'
import { METRICS_ADDRESS } from './metrics/address.ts'

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program (EADDRINUSE): stop it, or set another port.',
  EACCES: 'needs privileges that this process lacks (EACCES): set a port from 1024, or grant the privileges.',
  EADDRNOTAVAIL: 'is not an address of this machine (EADDRNOTAVAIL).',
  ENOTFOUND: 'is a name without an address (ENOTFOUND).',
}

/** Converts the error of a listener into a ConfigError that names its setting. */
export function nameSetting(settings: Record<string, string | number>): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const reason = reasons[error.code ?? '']
    if (error.syscall === undefined || reason === undefined) throw error
    const { HOST: host, ...ports } = settings
    const concernsHost = host !== undefined && (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    const [[name, value] = []] = Object.entries(concernsHost ? { HOST: host } : ports)
    throw new ConfigError([`${name} ${value} ${reason}`])
  }
}

/**
 * Opens and closes each port of the process's roles, and asks whether a server uses the data folder, before anything is built or loaded.
 * @throws ConfigError naming the settings of all ports that cannot be opened, and the data folder if it is in use;
 * DataDirectoryInUse if nothing else is wrong
 */
export async function checkPorts(config: Config): Promise<void> {
  const { roles, port, host, smdpPorts, smdsPort, operatorPort, bipPort, metricsPort } = config
  const web = [() => openAndClose(port, host).catch(nameSetting({ PORT: port, HOST: host }))]
  const smdp = [
    ...smdpPorts.map((one) => () => openAndClose(one).catch(nameSetting({ SMDP_PORT: one ?? '' }))),
    () => openAndClose(bipPort).catch(nameSetting({ BIP_PORT: bipPort })),
    () => openAndClose(smdsPort).catch(nameSetting({ SMDS_PORT: smdsPort })),
    () => openAndClose(operatorPort).catch(nameSetting({ OPERATOR_PORT: operatorPort })),
  ]
  const checks = [
    ...(roles.includes('web') ? web : []),
    ...(roles.includes('smdp') ? smdp : []),
    () => openAndClose(metricsPort, METRICS_ADDRESS).catch(nameSetting({ METRICS_PORT: metricsPort })),
  ]
  const faults: string[] = []
  // one after the other: two settings may have the same port
  for (const check of checks) {
    await check().catch((error: unknown) => {
      if (!(error instanceof ConfigError)) throw error
      faults.push(...error.faults)
    })
  }
  if (config.databaseUrl === undefined) {
    await refuseUsedDirectory(config.dataDir).catch((error: unknown) => {
      if (!(error instanceof DataDirectoryInUse) || faults.length === 0) throw error
      faults.push(`DATA_DIR ${error.message}`)
    })
  }
  if (faults.length > 0) throw new ConfigError(faults)
}

/** Without a host: on all addresses. Undefined for a listener that is off. */
async function openAndClose(port: number | undefined, host?: string): Promise<void> {
  if (port === undefined) return
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}
