import { z } from 'zod'
import { optionalGroup, text } from '../../field.ts'
import { hex, name, requiredName } from './schema.ts'

export const operator = {
  pnn: optionalGroup(
    {
      label: 'Network name (PNN)',
      help: 'The name that phones show for the home network (EF.PNN, EF.OPL).',
      isJoined: true,
    },
    {
      fullName: text({
        schema: requiredName(32),
        maxLength: 32,
        width: 'pair',
        label: 'Full name',
        help: 'Up to 32 characters.',
      }),
      shortName: text({
        schema: name(16).default(''),
        maxLength: 16,
        width: 'pair',
        label: 'Short name',
        help: 'Up to 16 characters.',
      }),
    },
  ),
  gid1: text({
    schema: hex(20).default(''),
    maxLength: 40,
    width: 'pair',
    input: 'hex',
    label: 'GID1',
    help: 'Hexadecimal, up to 20 bytes (EF.GID1).',
  }),
  gid2: text({
    schema: hex(20).default(''),
    maxLength: 40,
    width: 'pair',
    input: 'hex',
    label: 'GID2',
    help: 'Hexadecimal, up to 20 bytes (EF.GID2).',
  }),
  smsp: text({
    schema: z
      .string()
      .regex(/^(\+?\d{3,15})?$/, 'Invalid SMSP number. Up to 15 digits, with an optional + in front.')
      .default(''),
    maxLength: 16,
    width: 'half',
    input: 'tel',
    label: 'SMSP number',
    help: 'The SMS center: up to 15 digits, with an optional + in front (EF.SMSP).',
  }),
}
