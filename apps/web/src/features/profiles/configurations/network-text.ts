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
export function formatNetworks(networks: readonly Network[]): string {
  return networks
    .map(({ plmn, access }) => [plmn, ...(access.length === accessTechnologies.length ? [] : access)].join(' '))
    .join('\n')
}

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

/** The line number, from 1, of the network at this index. */
export function lineOfNetwork(text: string, index: number): number {
  return nonBlankLines(text)[index]?.line ?? index + 1
}

function technology(word: string): string {
  const upper = word.toUpperCase()
  return aliases[upper] ?? upper
}

function nonBlankLines(text: string): { line: number; words: string[] }[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((line, index) => ({ line: index + 1, words: line.split(/[\s,;]+/).filter((word) => word !== '') }))
    .filter(({ words }) => words.length > 0)
}
