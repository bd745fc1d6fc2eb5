import { z } from 'zod'
import { choice, number, optionalGroup, text } from '../../field.ts'
import { algorithmKeys, algorithms, kiLengths, SEPARATOR } from '../subscriber-key.ts'
import { whole } from './schema.ts'

/** A text of five words that each match the pattern. */
const fiveOf = (pattern: RegExp, message: string) =>
  z
    .string()
    .trim()
    .refine((text) => {
      const words = text.split(SEPARATOR)
      return words.length === 5 && words.every((word) => pattern.test(word))
    }, message)

/** How the card and the network authenticate each other (PE-AKAParameter). */
export const authentication = {
  algorithm: choice(z.enum(algorithms).default('MILENAGE'), {
    width: 'pair',
    label: 'Authentication algorithm',
    help: 'The one that your network computes. Ki and the operator key are in the subscriber data.',
    options: {
      MILENAGE: { label: algorithmKeys.MILENAGE.label },
      TUAK: { label: algorithmKeys.TUAK.label },
      XOR: { label: algorithmKeys.XOR.label },
    },
  }),
  kiLength: choice(z.enum(kiLengths).default('128'), {
    width: 'pair',
    when: { field: 'algorithm', is: ['TUAK'] },
    label: 'Length of Ki',
    help: 'With 256 bits, each Ki has 64 hexadecimal digits.',
    options: { '128': { label: '128 bits' }, '256': { label: '256 bits' } },
  }),
  milenage: optionalGroup(
    {
      when: { field: 'algorithm', is: ['MILENAGE'] },
      label: 'Own constants r and c',
      help: 'Only if your network has constants of its own. Otherwise those of 3GPP TS 35.206 are used.',
    },
    {
      rotations: text({
        schema: fiveOf(/^\d{1,3}$/, 'Five numbers from 0 to 127, with spaces between them.'),
        maxLength: 24,
        initial: '64 0 32 64 96',
        label: 'r1 to r5',
        help: 'Rotations in bits: five numbers from 0 to 127.',
      }),
      constants: text({
        schema: fiveOf(/^[0-9a-fA-F]{32}$/, 'Five constants of 32 hexadecimal digits, with spaces between them.'),
        maxLength: 180,
        input: 'key',
        initial: [0, 1, 2, 4, 8].map((last) => String(last).padStart(32, '0')).join('\n'),
        label: 'c1 to c5',
        help: 'Five constants of 32 hexadecimal digits each.',
      }),
    },
  ),
  tuak: optionalGroup(
    {
      when: { field: 'algorithm', is: ['TUAK'] },
      label: 'Other parameters of TUAK',
      help: 'Only if your network differs from one iteration and a RES of 64 bits.',
    },
    {
      keccakIterations: number({
        schema: whole(1, 255).default(1),
        min: 1,
        max: 255,
        width: 'pair',
        label: 'Keccak iterations',
        help: '1 to 255.',
      }),
      resBits: choice(z.enum(['32', '64', '128']).default('64'), {
        width: 'pair',
        label: 'Length of RES',
        options: { '32': { label: '32 bits' }, '64': { label: '64 bits' }, '128': { label: '128 bits' } },
      }),
    },
  ),
  xor: optionalGroup(
    {
      when: { field: 'algorithm', is: ['XOR'] },
      label: 'Other length of RES',
      help: 'Without it, RES has 128 bits (3GPP TS 34.108, 8.1.2).',
    },
    {
      resBits: choice(z.enum(['32', '64', '128']).default('128'), {
        width: 'half',
        label: 'Length of RES',
        options: { '32': { label: '32 bits' }, '64': { label: '64 bits' }, '128': { label: '128 bits' } },
      }),
    },
  ),
}
