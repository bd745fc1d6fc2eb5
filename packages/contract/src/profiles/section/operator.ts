import { entries, number, optionalGroup, plmns, text } from '../../field.ts'
import { ServiceCenterText } from '../../notation.ts'
import { hex, name, requiredName, requiredPlmnList, whole } from './schema.ts'

/** The last area of 5G that a name can be limited to (3GPP TS 31.102, 4.4.11.9). */
const AREA_MAX = 0xfffffe

/** Records of a file (ETSI TS 102 221, 8.2.2.2). */
const RECORDS_MAX = 254

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
  networkNames: entries(
    {
      label: 'Names of other networks',
      entry: 'Name',
      min: 0,
      max: RECORDS_MAX,
      help: 'What phones show for networks abroad, or in a part of the home network: further records of EF.PNN, with their networks in EF.OPL, and in EF.OPL5G if the profile is for 5G standalone networks.',
    },
    {
      fullName: text({ schema: requiredName(32), maxLength: 32, width: 'pair', label: 'Full name' }),
      shortName: text({ schema: name(16).default(''), maxLength: 16, width: 'pair', label: 'Short name' }),
      networks: plmns({
        schema: requiredPlmnList(RECORDS_MAX),
        isRequired: true,
        label: 'Networks',
        help: 'MCC and MNC together. Press Enter after each.',
      }),
      firstArea: number({
        schema: whole(0, AREA_MAX).optional(),
        min: 0,
        max: AREA_MAX,
        width: 'pair',
        label: 'First area',
        help: 'Location or tracking area code (LAC, TAC). Empty: all areas. Above 65534 only in 5G.',
        absent: 'All areas',
      }),
      lastArea: number({
        schema: whole(0, AREA_MAX).optional(),
        min: 0,
        max: AREA_MAX,
        width: 'pair',
        label: 'Last area',
        help: 'Empty: only the first area.',
        absent: 'As the first one',
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
    schema: ServiceCenterText.default(''),
    maxLength: 16,
    width: 'half',
    input: 'tel',
    label: 'SMSP number',
    help: 'The SMS center: up to 15 digits, with an optional + in front (EF.SMSP).',
  }),
}
