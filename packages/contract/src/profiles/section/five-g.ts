import { z } from 'zod'
import { choice, flag, number, optionalGroup, text } from '../../field.ts'
import { hex } from './schema.ts'

const isConcealed = { field: 'protectionScheme', is: ['A', 'B'] } as const

/** 5G standalone: the files of DF.5GS (3GPP TS 31.102, 4.4.11). */
export const fiveG = {
  fiveG: optionalGroup(
    {
      label: 'Use in 5G standalone networks',
      help: 'Adds the files of DF.5GS to the profile.',
    },
    {
      protectionScheme: choice(z.enum(['null', 'A', 'B']), {
        width: 'pair',
        label: 'Protection scheme',
        help: 'Null sends the identity in the clear.',
        options: { null: { label: 'Null' }, A: { label: 'Profile A' }, B: { label: 'Profile B' } },
      }),
      routingIndicator: text({
        schema: z.string().regex(/^\d{1,4}$/, '1 to 4 digits.'),
        maxLength: 4,
        width: 'pair',
        input: 'numeric',
        initial: '0',
        label: 'Routing indicator',
        help: '1 to 4 digits.',
      }),
      /** Scheme A: 32 bytes of X25519; scheme B: 33 bytes, a compressed point of P-256 (3GPP TS 33.501, annex C). */
      homeNetworkPublicKey: text({
        schema: hex(33).optional(),
        maxLength: 66,
        input: 'key',
        when: isConcealed,
        isRequired: true,
        label: 'Home network public key',
        help: 'Hexadecimal: for profile A the 64 characters of an X25519 key, for profile B the 66 of a compressed P-256 key.',
      }),
      homeNetworkPublicKeyId: number({
        schema: z.int().min(0).max(255).optional(),
        min: 0,
        max: 255,
        width: 'short',
        when: isConcealed,
        isRequired: true,
        label: 'Home network public key ID',
        help: '0 to 255.',
      }),
      suciCalculation: choice(z.enum(['ME', 'USIM']), {
        label: 'SUCI is computed by',
        options: {
          ME: { label: 'Device (ME)', help: 'The modem conceals the identity.' },
          USIM: { label: 'Profile (USIM)', help: 'The eUICC does; not all can.' },
        },
      }),
      accessIdentities: optionalGroup(
        {
          label: 'Priority in access control (UAC)',
          help: 'Access identities 1 and 2 (EF.UAC_AIC). The network must know such subscribers.',
        },
        {
          multimediaPriority: flag({ label: 'Multimedia priority service' }),
          missionCritical: flag({ label: 'Mission critical services' }),
        },
      ),
    },
  ),
}
