import { accessTechnologies } from '@simwright/contract/profiles/configuration'

type Network = { plmn: string; access: string[] }

/** What people call the access technologies. */
const alsoCalled: Record<string, (typeof accessTechnologies)[number]> = {
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

/** One network a line: `23415 E-UTRAN NG-RAN`. */
export function writeNetworks(networks: readonly Network[]): string {
  return networks
    .map(({ plmn, access }) => [plmn, ...(access.length === accessTechnologies.length ? [] : access)].join(' '))
    .join('\n')
}

/**
 * Reads what `writeNetworks` writes, and what people write: separated by spaces, commas, semicolons or tabs; without
 * technologies all are meant. What is no network or technology stays as it is, for the contract's rules to refuse.
 */
export function readNetworks(text: string): Network[] {
  return filledLines(text).map(({ words: [plmn = '', ...access] }) => ({
    plmn: plmn.replace('-', ''),
    access: access.length === 0 ? [...accessTechnologies] : [...new Set(access.map(technology))],
  }))
}

/** The line of the text, from 1, in which the network of this index stands. */
export function lineOfNetwork(text: string, index: number): number {
  return filledLines(text)[index]?.line ?? index + 1
}

function technology(word: string): string {
  const upper = word.toUpperCase()
  return alsoCalled[upper] ?? upper
}

function filledLines(text: string): { line: number; words: string[] }[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, words: line.split(/[\s,;]+/).filter((word) => word !== '') }))
    .filter(({ words }) => words.length > 0)
}
