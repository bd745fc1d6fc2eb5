import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ConfigError, publicOrigin, readConfig, refuseOptions, settingsTable } from './config.ts'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe('without any setting', () => {
  const config = readConfig({})

  test('the portal listens on loopback only, and the database is embedded', () => {
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      smdpPorts: [8443],
      trustProxy: false,
      logLevel: 'info',
    })
    expect([config.databaseUrl, config.smtpUrl, config.rspCertsDir]).toEqual([undefined, undefined, undefined])
    expect(config.passwordMax).toBe(30)
  })

  test('the key file is in the data directory', () => {
    expect(config.kekFile).toBe(`${config.dataDir}/kek.json`)
    expect(readConfig({ DATA_DIR: '/srv/x' }).kekFile).toBe('/srv/x/kek.json')
  })
})

describe('a setting', () => {
  test.each<[Record<string, string>, object]>([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '' }, { port: 8080 }],
    [{ HOST: '::' }, { host: '::' }],
    [{ PUBLIC_URL: 'https://esim.example.com/' }, { publicUrl: 'https://esim.example.com' }],
    [{ SMDP_HOST: 'SMDP.Example.com:443' }, { smdpHost: 'smdp.example.com' }],
    [{ SMDP_PORT: '8443,8453' }, { smdpPorts: [8443, 8453] }],
    [{ SMDP_PORT: '0, 0' }, { smdpPorts: [0, 0] }],
    [{ SMDP_HOST: 'localhost:8443' }, { smdpHost: 'localhost:8443' }],
    [{ KEK_FILE: '/etc/kek.json' }, { kekFile: '/etc/kek.json' }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ PROXY_HEADER: 'forwarded' }, { proxyHeader: 'forwarded' }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ PASSWORD_MAX: '128' }, { passwordMax: 128 }],
    [{ STRIPE_CALLS_PER_SECOND: '25' }, { stripeCallsPerSecond: 25 }],
  ])('%j is understood', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })

  test.each<[Record<string, string>, string]>([
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, but is "65536".'],
    [{ PORT: '80 80' }, 'PORT must'],
    [{ PORT: '-1' }, 'PORT must'],
    [{ DATABASE_READ_URL: 'postgres://copy/simwright' }, 'DATABASE_READ_URL needs DATABASE_URL'],
    [{ DATABASE_READ_MAX_LAG_SECONDS: '19' }, 'DATABASE_READ_MAX_LAG_SECONDS must'],
    [{ SMDP_PORT: '0x50' }, 'SMDP_PORT must'],
    [{ SMDP_PORT: '8443,8443' }, 'SMDP_PORT must be one port, or two different ports separated by a comma'],
    [{ SMDP_PORT: '1,2,3' }, 'SMDP_PORT must'],
    [{ HOST: 'a b' }, 'HOST must'],
    [{ PUBLIC_URL: 'esim.example.com' }, 'PUBLIC_URL must'],
    [{ PUBLIC_URL: 'https://esim.example.com/portal' }, 'PUBLIC_URL must be scheme, host and port only'],
    [{ PUBLIC_URL: 'ftp://esim.example.com' }, 'PUBLIC_URL must'],
    [{ SMDP_HOST: 'https://smdp.example.com' }, 'SMDP_HOST must be a host name'],
    [{ SMDP_HOST: 'smdp.example.com:0' }, 'SMDP_HOST must'],
    [{ SMDP_HOST: '-x.example.com' }, 'SMDP_HOST must'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must be a URL beginning with postgres://'],
    [
      { DATABASE_URL: 'postgres://a@db/x', MIGRATE_URL: 'postgres://b@db/x' },
      'SYSTEM_URL and MIGRATE_URL must be set together',
    ],
    [
      { DATABASE_URL: 'postgres://a@db/x', SYSTEM_URL: 'postgres://b@db/x' },
      'SYSTEM_URL and MIGRATE_URL must be set together',
    ],
    [{ SYSTEM_URL: 'postgres://a@db/x', MIGRATE_URL: 'postgres://b@db/x' }, 'and with DATABASE_URL'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL must be a URL beginning with smtp:// or smtps://.'],
    [{ TRUST_PROXY: 'on' }, 'TRUST_PROXY must be off'],
    [{ TRUST_PROXY: '0' }, 'TRUST_PROXY must'],
    [{ PROXY_HEADER: 'X-Real-IP' }, 'PROXY_HEADER must be X-Forwarded-For or Forwarded'],
    [{ TRUST_PROXY: '10.0.0.0/33' }, 'TRUST_PROXY must'],
    [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL must be one of'],
    [{ ROLES: 'web,mail' }, 'ROLES must be one or more of web, smdp, worker, separated by commas, but is "web,mail"'],
    [{ ROLES: 'web,web' }, 'ROLES must be one or more of'],
    [{ ROLES: 'web' }, 'ROLES needs DATABASE_URL'],
    [{ PASSWORD_MAX: '14' }, 'PASSWORD_MAX must'],
  ])('%j is refused', (env, expected) => {
    expect(faultsOf(env)).toEqual([expect.stringContaining(expected)])
  })
})

describe('a mistyped name', () => {
  test.each([
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['DATABBASE_URL', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SMTP_PORT', 'SMDP_PORT'],
    ['KEK_FILES', 'KEK_FILE'],
  ])('%s stops the start and names %s', (name, meant) => {
    expect(faultsOf({ [name]: 'x' })).toEqual([`${name} is not a setting: did you mean ${meant}?`])
  })

  test('with the prefix SIMWRIGHT_ prevents the start', () => {
    expect(faultsOf({ SIMWRIGHT_COLOR: 'red' })).toEqual(['SIMWRIGHT_COLOR is not a setting.'])
  })

  test('is not reported for variables of other programs', () => {
    const others = ['PATH', 'HOME', 'HOSTNAME', 'PORTS', 'XDG_DATA_DIRS', 'LANG', 'PGHOST', 'NODE_ENV', 'LOG']
    expect(faultsOf(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  })
})

test('all faults are reported at once', () => {
  const faults = faultsOf({ PORT: 'x', SMDP_PORT: 'y', DATABASE_ULR: 'z' })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['DATABASE_ULR', 'PORT', 'SMDP_PORT'])
})

test.each([
  ['--prot=9000', '--prot is not an option: set PORT in the environment'],
  ['--data-dir', '--data-dir is not an option: set DATA_DIR in the environment'],
  ['--onse', '--onse is not an option: did you mean --once?'],
  ['now', 'now is not an option. Settings are in the environment, for example PORT=9000'],
])('the option %s is refused with what is probably meant', (word, fault) => {
  expect(() => refuseOptions('apps/server/src/demo/main.ts', ['--once', word])).toThrow(fault)
})

test('a default of a command gives way to the environment', () => {
  const defaults = { DATA_DIR: '/srv/demo' }
  expect([readConfig({}, defaults).dataDir, readConfig({ DATA_DIR: '/srv/mine' }, defaults).dataDir]).toEqual([
    '/srv/demo',
    '/srv/mine',
  ])
})

test('a password in a setting is never printed', () => {
  const env = { DATABASE_URL: 'postgres://u:c4n4ry@db/x', SMTP_URL: 'smtp://u:c4n4ry@mail' }
  expect(inspect(readConfig(env)) + JSON.stringify(readConfig(env))).not.toContain('c4n4ry')
  expect(readConfig(env).databaseUrl?.reveal()).toBe(env.DATABASE_URL)
  expect(faultsOf({ DATABASE_URL: 'mysql://u:c4n4ry@db/x' }).join()).not.toContain('c4n4ry')
})

test('the public address follows the listening port unless it is set', () => {
  expect(publicOrigin(readConfig({}), 8080)).toBe('http://localhost:8080')
})

test('the table of settings has a row for each setting', () => {
  const rows = settingsTable().split('\n').slice(2)
  expect(rows.length).toBeGreaterThanOrEqual(Object.keys(readConfig({})).length)
  expect(rows.every((row) => /^\| `[A-Z_]+` \| .+ \| .+ \|$/.test(row))).toBe(true)
  expect(rows[0]).toBe('| `PORT` | `8080` | Port of the portal (http). |')
})
