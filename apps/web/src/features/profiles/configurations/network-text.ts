import { accessTechnologies } from '@simwright/contract/profiles/configuration'

type Network = { plmn: string; access: string[] }

/** Common names of the access technologies. */
const aliases: Record<string, (typeof accessTechnologies)[number]> = {
  '2G': 'GSM',
  '3G': 'UTRAN',
  UMTS: 'UTRAN',
  '4G': 'E-UTRAN',
  LTE: 'E-UTRAN',
  EUTRAN: 'E-UTRAN',
  '5G': 'NG-RAN',
  NR: 'NG-RAN',
  NGRAN: 'NG-RAN',
}

/** Formats one network per line: `23415 E-UTRAN NG-RAN`, or `23415` if it has all technologies. */
export const formatNetworks = (networks: readonly Network[]): string => networks.map(formatNetwork).join('\n')

const formatNetwork = ({ plmn, access }: Network): string =>
  [plmn, ...(access.length === accessTechnologies.length ? [] : access)].join(' ')

/**
 * Reads the format of `formatNetworks`, with spaces, commas, semicolons or tabs as separators and with common names of
 * technologies. Invalid networks and technologies are retained, so that the contract's schema refuses them.
 */
export function readNetworks(text: string): Network[] {
  return nonBlankLines(text).map(({ words: [plmn = '', ...access] }) => ({
    plmn: plmn.replace('-', ''),
    access: access.length === 0 ? [...accessTechnologies] : [...new Set(access.map(technology))],
  }))
}

/**
 * Returns a function that reads text as `readNetworks` does. A line that was in the previous text, or is the format of an
 * initial network, gives the same object again: after a change of one line among thousands, only that one is parsed.
 */
export function networkReader(initial: readonly Network[]): (text: string) => Network[] {
  let known = new Map<string, Network[]>(initial.map((network) => [formatNetwork(network), [network]]))
  return (text) => {
    const lines = text.split(LINE_END)
    known = new Map(lines.map((line) => [line, known.get(line) ?? readNetworks(line)]))
    return lines.flatMap((line) => known.get(line) ?? [])
  }
}

/** The line number, from 1, of the network at this index. */
export function lineOfNetwork(text: string, index: number): number {
  return nonBlankLines(text)[index]?.line ?? index + 1
}

function technology(word: string): string {
  const upper = word.toUpperCase()
  return aliases[upper] ?? upper
}

const LINE_END = /\r\n|\n|\r/

function nonBlankLines(text: string): { line: number; words: string[] }[] {
  return text
    .split(LINE_END)
    .map((line, index) => ({ line: index + 1, words: line.split(/[\s,;]+/).filter((word) => word !== '') }))
    .filter(({ words }) => words.length > 0)
}
