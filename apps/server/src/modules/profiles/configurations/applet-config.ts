import type { StoredFields } from '@simwright/contract/profiles/configuration'
import type { AppletsConfig } from '@simwright/saip'

/** What the applets of a package have besides the fields of the configuration. */
export type AppletParts = {
  /** Where Recycle applets with the service Cloud send their messages. */
  readonly bip: { readonly host: string; readonly port: number }
  readonly code: AppletCode
}

/** The CAP or IJC file of each applet; undefined if the card has its code. */
export type AppletCode = Readonly<Partial<Record<keyof AppletsConfig, Uint8Array | undefined>>>

/** For packages that no card gets. */
export const sampleParts: AppletParts = { bip: { host: 'bip.example.com', port: 8444 }, code: {} }

/** The applets of a configuration as the package builder takes them. */
export function appletsConfig(
  { araApplet: ara, recycleApplet: recycle, customApplet: custom }: StoredFields,
  { bip, code }: AppletParts,
): AppletsConfig {
  return {
    ara: ara && {
      code: code.ara,
      rules: ara.rules.map(({ certificateHash, ...rule }) => ({ certificateHash, ...withoutEmpty(rule) })),
    },
    recycle: recycle && {
      code: code.recycle,
      server: recycle.service === 'cloud' ? bip : { host: recycle.host ?? '', port: recycle.port ?? 0 },
    },
    custom: custom && { ...withoutEmpty(ownValues(custom)), code: code.custom },
  }
}

/** The values besides the hash of the file. */
const ownValues = ({ file: _file, ...values }: NonNullable<StoredFields['customApplet']>) => values

/** Empty texts as absent values: the builder then has its default. */
const withoutEmpty = <T extends Readonly<Record<string, string>>>(texts: T) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<T>
