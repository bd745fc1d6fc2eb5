import { join, resolve } from 'node:path'
import { Secret } from './secret/secret.ts'
import {
  parseDatabaseUrl,
  parseHostAndPort,
  parseInteger,
  parseListenAddress,
  parseLogLevel,
  parseLoopbackOrigin,
  parseOrigin,
  parsePattern,
  parsePort,
  parseProxyHeader,
  parseRoles,
  parseSmdpPorts,
  parseSwitch,
  parseTrustProxy,
  parseUrl,
  ROLES,
  SettingFault,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
} from './setting-value.ts'

/** A setting from the environment. An empty value counts as not set. */
type Setting<T> = {
  name: string
  /** The default, parsed like a value. */
  byDefault?: string
  /** The default in the table of settings, if it is not a fixed value. */
  defaultText?: string
  description: string
  /** The value may contain a password, so messages never show it. */
  secret?: true
  /** @throws SettingFault */
  parse: (text: string) => T
}

const optional = <T>(setting: Setting<T>): Setting<T | undefined> => setting

/** The heartbeat is written each ten seconds. */
const LEAST_LAG_SECONDS = 20
const DAY_SECONDS = 24 * 60 * 60

/** All settings; the guide's table and the configuration are generated from them. */
const SETTINGS = {
  port: {
    name: 'PORT',
    byDefault: '8080',
    description: 'Port of the portal (http).',
    parse: parsePort,
  },
  host: {
    name: 'HOST',
    byDefault: '127.0.0.1',
    description: 'Address the portal listens on; `0.0.0.0` for all. Put a TLS proxy in front before you open it.',
    parse: parseListenAddress,
  },
  publicUrl: optional({
    name: 'PUBLIC_URL',
    defaultText: '`http://localhost:PORT`',
    description: 'Address under which browsers reach the portal. With `https`, cookies are Secure.',
    parse: parseOrigin,
  }),
  smdpPorts: {
    name: 'SMDP_PORT',
    byDefault: '8443',
    description: 'Port of the SM-DP+ (https), on all addresses. A second one after a comma serves the Brainpool set.',
    parse: parseSmdpPorts,
  },
  smdpHost: optional({
    name: 'SMDP_HOST',
    defaultText: '`localhost:SMDP_PORT`',
    description: 'Address of the SM-DP+ in activation codes: a host name, with a port unless it is 443.',
    parse: parseHostAndPort,
  }),
  bipPort: {
    name: 'BIP_PORT',
    byDefault: '8444',
    description: 'Port for the messages of Recycle applets (tcp), on all addresses.',
    parse: parsePort,
  },
  smdsPort: {
    name: 'SMDS_PORT',
    byDefault: '8446',
    description: 'Port of the SM-DS (https), on all addresses.',
    parse: parsePort,
  },
  smdsHost: optional({
    name: 'SMDS_HOST',
    defaultText: '`localhost:SMDS_PORT`',
    description: 'Address of the SM-DS as devices know it: a host name, with a port unless it is 443.',
    parse: parseHostAndPort,
  }),
  otherSmds: optional({
    name: 'OTHER_SMDS',
    defaultText: 'the own SM-DS',
    description: 'SM-DS at which EID pushes are registered instead (ES12): a host name, with a port unless it is 443.',
    parse: parseHostAndPort,
  }),
  operatorPort: {
    name: 'OPERATOR_PORT',
    byDefault: '8445',
    description:
      'Port for other servers (https with client certificates), on all addresses: ES2+ of the SM-DP+, ES12 of the SM-DS. Its certificate is that of the host that the client names.',
    parse: parsePort,
  },
  metricsPort: {
    name: 'METRICS_PORT',
    byDefault: '9464',
    description: 'Port of the metrics for Prometheus (http, `/metrics`), on 127.0.0.1 only.',
    parse: parsePort,
  },
  collectorUrl: optional({
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    defaultText: 'no traces',
    description: 'Address of an OpenTelemetry collector that receives traces (OTLP over HTTP, `/v1/traces`).',
    parse: parseOrigin,
  }),
  dataDir: {
    name: 'DATA_DIR',
    byDefault: './data',
    description: 'Folder of the embedded PostgreSQL and of the key file.',
    parse: (text: string) => resolve(text),
  },
  databaseUrl: optional({
    name: 'DATABASE_URL',
    defaultText: 'embedded PostgreSQL',
    description:
      'PostgreSQL 15 or newer, directly or through session pooling, as the login of the portal; without the next two, as the owner of the tables.',
    secret: true,
    parse: parseDatabaseUrl,
  }),
  systemUrl: optional({
    name: 'SYSTEM_URL',
    defaultText: '`DATABASE_URL`',
    description: 'The same database, as the login that reaches the rows of all enterprise accounts.',
    secret: true,
    parse: parseDatabaseUrl,
  }),
  migrateUrl: optional({
    name: 'MIGRATE_URL',
    defaultText: '`DATABASE_URL`',
    description: 'The same database, as the login that owns the tables: for migrations and the job queue.',
    secret: true,
    parse: parseDatabaseUrl,
  }),
  databaseReadUrl: optional({
    name: 'DATABASE_READ_URL',
    defaultText: 'reports read the database itself',
    description:
      'A replica of the database (streaming replication), as the login of the portal: reports and exports read it, and say as of when. Needs `DATABASE_URL`; set it in each process.',
    secret: true,
    parse: parseDatabaseUrl,
  }),
  databaseReadMaxLagSeconds: {
    name: 'DATABASE_READ_MAX_LAG_SECONDS',
    byDefault: '60',
    description:
      'Reports and exports read the database itself while the replica is further behind, or cannot be reached. At least 20.',
    parse: (text: string) => parseInteger(text, LEAST_LAG_SECONDS, DAY_SECONDS),
  },
  roles: {
    name: 'ROLES',
    byDefault: ROLES.join(','),
    description:
      'What this process does: `web` is the portal with its API, `smdp` the ports for devices and other servers, `worker` all background work. Fewer than all need `DATABASE_URL`.',
    parse: parseRoles,
  },
  kekFile: optional({
    name: 'KEK_FILE',
    defaultText: '`kek.json` in `DATA_DIR`',
    description:
      'File of the key-encryption keys. Created at the first start; back it up separately from the database.',
    parse: (text: string) => resolve(text),
  }),
  rspCertsDir: optional({
    name: 'RSP_CERTS_DIR',
    defaultText: 'own test CI only',
    description: 'Folder with CI, DPauth, DPpb and TLS certificates and keys, named as those of SGP.26.',
    parse: (text: string) => resolve(text),
  }),
  smtpUrl: optional({
    name: 'SMTP_URL',
    defaultText: 'development mailbox',
    description: 'Mail server, `smtp://user:password@host:587` or `smtps://`.',
    secret: true,
    parse: (text: string) => new Secret(parseUrl(text, ['smtp:', 'smtps:']).href),
  }),
  trustProxy: {
    name: 'TRUST_PROXY',
    byDefault: 'off',
    description:
      'Proxies whose `PROXY_HEADER` is trusted: `off`, a number of proxies, or their addresses, separated by commas.',
    parse: parseTrustProxy,
  },
  proxyHeader: {
    name: 'PROXY_HEADER',
    byDefault: 'X-Forwarded-For',
    description:
      'The only header in which the proxies report the address of the client: `X-Forwarded-For` or `Forwarded`. The proxies must append to it or replace it.',
    parse: parseProxyHeader,
  },
  logLevel: {
    name: 'LOG_LEVEL',
    byDefault: 'info',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    parse: parseLogLevel,
  },
  callLoopback: {
    name: 'CALL_LOOPBACK',
    byDefault: 'off',
    description:
      '`on` allows sign-in providers and a simulation of Stripe on this machine, even without TLS: for tests and development.',
    parse: parseSwitch,
  },
  diskReserveMb: {
    name: 'DISK_RESERVE_MB',
    byDefault: '1024',
    description:
      'Uploads are refused if less than this (MiB) is free on the disk of the embedded PostgreSQL; `0` for never.',
    parse: (text: string) => parseInteger(text, 0, 999_999_999),
  },
  deviceCallsPerAddress: {
    name: 'DEVICE_CALLS_PER_ADDRESS',
    byDefault: '30000',
    description:
      'Calls per minute that one address may make to the SM-DP+ or the SM-DS; phones of a carrier share an address.',
    parse: (text: string) => parseInteger(text, 1, 10_000_000),
  },
  deviceConnectionsPerAddress: {
    name: 'DEVICE_CONNECTIONS_PER_ADDRESS',
    byDefault: '2000',
    description:
      'Concurrent connections of one address to the SM-DP+ or the SM-DS, an eighth of them without a call so far.',
    parse: (text: string) => parseInteger(text, 8, 100_000),
  },
  stopGraceSeconds: optional({
    name: 'STOP_GRACE_SECONDS',
    defaultText: '`5`; `0` if `HOST` is a loopback address',
    description: 'After SIGTERM, `/readyz` fails at once, and calls are still accepted for this long (0 to 300).',
    parse: (text: string) => parseInteger(text, 0, 300),
  }),
  stripeSecretKey: optional({
    name: 'STRIPE_SECRET_KEY',
    defaultText: 'only bank transfer',
    description: 'Secret or restricted key of the Stripe account that receives payments by card.',
    secret: true,
    parse: (text: string) => new Secret(parsePattern(text, STRIPE_KEY)),
  }),
  stripeWebhookSecret: optional({
    name: 'STRIPE_WEBHOOK_SECRET',
    defaultText: 'webhooks are refused',
    description: 'Signing secret of the webhook endpoint `PUBLIC_URL/stripe/webhook` of that account.',
    secret: true,
    parse: (text: string) => new Secret(parsePattern(text, STRIPE_WEBHOOK_SECRET)),
  }),
  stripeCallsPerSecond: {
    name: 'STRIPE_CALLS_PER_SECOND',
    byDefault: '80',
    description: 'Calls per second that this process makes to Stripe (1 to 1000), at most 25 at a time.',
    parse: (text: string) => parseInteger(text, 1, 1000),
  },
  stripeUrl: optional({
    name: 'STRIPE_URL',
    defaultText: 'Stripe itself',
    description: 'Address of a simulation of Stripe on this machine; needs `CALL_LOOPBACK=on` and a test key.',
    parse: parseLoopbackOrigin,
  }),
  passwordMax: {
    name: 'PASSWORD_MAX',
    byDefault: '30',
    description: 'Maximum length of a password, 15 to 128 characters.',
    parse: (text: string) => parseInteger(text, 15, 128),
  },
  signInAlarm: {
    name: 'SIGN_IN_ALARM',
    byDefault: '100',
    description:
      'Wrong passwords per minute, over all accounts, at which the staff is notified and unknown devices must wait longer.',
    parse: (text: string) => parseInteger(text, 1, 1_000_000),
  },
} satisfies Record<string, Setting<unknown>>

type Values = { [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['parse']> }

export type Config = Readonly<Omit<Values, 'kekFile'> & { kekFile: string }>

/** All faults of the settings. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`The settings are invalid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

/**
 * Reads the settings. Only this function reads the environment.
 * @param defaults in place of the usual ones
 * @throws ConfigError naming every invalid value, and every name that looks like a mistyped setting
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
  defaults: Readonly<Record<string, string>> = {},
): Config {
  const faults = findMistyped(env)
  const values: Record<string, unknown> = {}
  for (const [key, setting] of Object.entries<Setting<unknown>>(SETTINGS)) {
    const text = env[setting.name] || defaults[setting.name] || setting.byDefault
    if (text === undefined) continue
    try {
      values[key] = setting.parse(text)
    } catch (error) {
      if (!(error instanceof SettingFault)) throw error
      faults.push(`${setting.name} ${error.message}${setting.secret ? '' : `, but is "${text}"`}.`)
    }
  }
  const config = values as Values
  faults.push(
    ...findLoneLogins(config),
    ...findMissingDatabase(config),
    ...findLoneReplica(config),
    ...findStripeFaults(config),
  )
  if (faults.length > 0) throw new ConfigError(faults)
  return Object.freeze({ ...config, kekFile: config.kekFile ?? join(config.dataDir, 'kek.json') })
}

/** The options of the commands that start the portal, by script. All else is set up by settings. */
const OPTIONS = { 'apps/server/src/main.ts': [], 'apps/server/src/demo/main.ts': ['--once'] } as const

export type StartScript = keyof typeof OPTIONS

export const isStartScript = (script: string): script is StartScript => Object.hasOwn(OPTIONS, script)

/** @throws ConfigError naming the setting or option that each word probably means that is not an option of the script */
export function refuseOptions(script: StartScript, words: readonly string[]): void {
  const known: readonly string[] = OPTIONS[script]
  const faults = words.filter((word) => !known.includes(word)).map((word) => optionFault(word, known))
  if (faults.length > 0) throw new ConfigError(faults)
}

function optionFault(word: string, known: readonly string[]): string {
  const [option = ''] = word.split('=')
  const similar = known.find((one) => isOneSlip(option, one))
  if (similar !== undefined) return `${option} is not an option: did you mean ${similar}?`
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()
  const setting = NAMES.find((one) => one === name) ?? NAMES.find((one) => isOneSlip(name, one)) ?? undefined
  if (setting !== undefined) return `${option} is not an option: set ${setting} in the environment, before the command.`
  return `${option} is not an option. Settings are in the environment, for example PORT=9000 before the command.`
}

/** The origin of the portal for browsers. */
export function publicOrigin(config: Pick<Config, 'publicUrl'>, listeningPort: number): string {
  return config.publicUrl ?? `http://localhost:${listeningPort}`
}

/** The guide's table of settings, in Markdown. */
export function settingsTable(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map(({ name, byDefault, defaultText, description }) => {
    return `| \`${name}\` | ${defaultText ?? `\`${byDefault}\``} | ${description} |`
  })
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
}

/** The three logins must be separate or all the same. */
function findLoneLogins({ databaseUrl, systemUrl, migrateUrl }: Partial<Values>): string[] {
  const isWhole = (systemUrl === undefined) === (migrateUrl === undefined)
  if (isWhole && (systemUrl === undefined || databaseUrl !== undefined)) return []
  return ['SYSTEM_URL and MIGRATE_URL must be set together, and with DATABASE_URL.']
}

/** The embedded PostgreSQL has one process only. */
function findMissingDatabase({ roles = ROLES, databaseUrl }: Partial<Values>): string[] {
  if (roles.length === ROLES.length || databaseUrl !== undefined) return []
  return ['ROLES needs DATABASE_URL: without it, this process is the only one of its database and has all roles.']
}

/** The embedded PostgreSQL has no replica. */
function findLoneReplica({ databaseReadUrl, databaseUrl }: Partial<Values>): string[] {
  if (databaseReadUrl === undefined || databaseUrl !== undefined) return []
  return ['DATABASE_READ_URL needs DATABASE_URL: the embedded PostgreSQL has no replica.']
}

/** Webhooks report refunds and disputes, so a key without their secret would lose them. */
function findStripeFaults({ stripeSecretKey, stripeWebhookSecret, stripeUrl, callLoopback }: Partial<Values>) {
  const faults: string[] = []
  if ((stripeSecretKey === undefined) !== (stripeWebhookSecret === undefined))
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.')
  if (stripeUrl === undefined) return faults
  if (callLoopback === false) faults.push('STRIPE_URL needs CALL_LOOPBACK=on.')
  if (stripeSecretKey && isLiveKey(stripeSecretKey))
    faults.push('STRIPE_URL must not be set together with a live STRIPE_SECRET_KEY.')
  return faults
}

/** Whether a key of Stripe moves real money. */
export const isLiveKey = (key: Secret<string>): boolean => !key.reveal().includes('_test_')

const NAMES = Object.values<Setting<unknown>>(SETTINGS).map((setting) => setting.name)

function findMistyped(env: Readonly<Record<string, string | undefined>>): string[] {
  const faults: string[] = []
  for (const name of Object.keys(env)) {
    if (NAMES.includes(name)) continue
    const meant = NAMES.find((known) => isMistyped(name, known))
    if (meant !== undefined) faults.push(`${name} is not a setting: did you mean ${meant}?`)
    else if (name.startsWith('SIMWRIGHT_')) faults.push(`${name} is not a setting.`)
  }
  return faults
}

/**
 * Only names of at least 8 characters are compared, because other programs use short names similar to HOST and PORT.
 */
function isMistyped(name: string, known: string): boolean {
  if (known.length < 8) return false
  return (
    name.toUpperCase() === known || name.replaceAll(/[-_]/g, '') === known.replaceAll('_', '') || isOneSlip(name, known)
  )
}

/** One letter inserted, missing or replaced, or two letters swapped. */
function isOneSlip(name: string, known: string): boolean {
  let start = 0
  while (start < name.length && name[start] === known[start]) start += 1
  const [rest, knownRest] = [name.slice(start), known.slice(start)]
  return (
    rest.slice(1) === knownRest.slice(1) ||
    rest.slice(1) === knownRest ||
    rest === knownRest.slice(1) ||
    (rest.slice(2) === knownRest.slice(2) && rest[0] === knownRest[1] && rest[1] === knownRest[0])
  )
}
