import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Issuer } from '@simwright/contract/people/sso'
import type { ProviderBrand } from '@simwright/contract/platform/provider'
import { type ProviderSettings, presets } from '../modules/platform/providers/service.ts'
import { Secret } from '../secret/secret.ts'

/** An invalid command; the message is shown with the usage. */
export class CommandFault extends Error {
  override name = 'CommandFault'
}

export const providerUsage = `provider PRESET --client-id ID --client-secret-file FILE
         [--name NAME] [--issuer URL] [--slug SHORT-NAME] [--sys PLATFORM] [--off]
    Adds a sign-in provider, or changes the one with that short name.
    PRESET is google, microsoft, github or oidc (any issuer); FILE - reads the secret from standard input.`

/** Parses the arguments of `provider`. @throws CommandFault */
export function providerOf(words: readonly string[]): ProviderSettings {
  const { positionals, values } = parse(words)
  const preset = (positionals[0] ?? '').toUpperCase() as ProviderBrand
  const known = presets[preset]
  if (!known || positionals.length !== 1) throw new CommandFault('PRESET must be google, microsoft, github or oidc')
  const slug = values.slug ?? preset.toLowerCase()
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(slug)) {
    throw new CommandFault('--slug must be up to 32 lower-case letters, digits and hyphens, beginning with a letter')
  }
  const issuer = values.issuer ?? known.issuer
  if (issuer === undefined || !Issuer.safeParse(issuer).success) {
    throw new CommandFault('--issuer must be the address of the provider, https://...')
  }
  if (!values['client-id']) throw new CommandFault('--client-id is missing')
  return {
    sys: values.sys,
    slug,
    preset,
    name: values.name ?? known.name,
    issuer,
    clientId: values['client-id'],
    clientSecret: secretIn(values['client-secret-file']),
    enabled: !values.off,
  }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'client-id': { type: 'string' },
        'client-secret-file': { type: 'string' },
        name: { type: 'string' },
        issuer: { type: 'string' },
        slug: { type: 'string' },
        sys: { type: 'string' },
        off: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw new CommandFault((error as Error).message)
  }
}

/** Reads the secret from a file, because an argument would stay in the shell's history. */
function secretIn(file: string | undefined): Secret<string> {
  if (file === undefined) throw new CommandFault('--client-secret-file is missing')
  const text = readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  if (text === '') throw new CommandFault('the client secret is empty')
  return new Secret(text)
}
