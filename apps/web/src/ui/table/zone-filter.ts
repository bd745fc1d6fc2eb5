import type { OptionsFilter } from '@mantine/core'

const plain = (text: string) => text.replaceAll('_', ' ').trim().toLowerCase()

/** Finds time zones by their names with spaces and by their IANA names: `New York` and `America/New_York`. */
export const filterZones: OptionsFilter = ({ options, search, limit }) => {
  const searched = plain(search)
  return options.filter((option) => 'label' in option && plain(option.label).includes(searched)).slice(0, limit)
}
