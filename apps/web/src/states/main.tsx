import '../styles/fonts.css'
import '../styles/reset.css'
import '@mantine/core/styles.layer.css'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/mantine.css'
import '../styles/shared.css'
import '../styles/touch.css'
import '../styles/print.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'
import { keepScheme } from './keep-scheme.ts'
import { onList, type StateList } from './state.ts'

/** The gallery of all states; with `list` and `state` in the address it shows only that state. */
const files = import.meta.glob<unknown>('../**/*.states.tsx')

const lists: StateList[] = []
onList((list) => lists.push(list))
await Promise.all(Object.values(files).map((load) => load()))
lists.sort((a, b) => (a.name < b.name ? -1 : 1))

const query = new URLSearchParams(location.search)
const list = lists.find(({ name }) => name === query.get('list'))
const state = list?.states[query.get('state') ?? '']
if (list && state) {
  const { showState } = await import('./show.tsx')
  const scheme = query.get('scheme') === 'dark' ? 'dark' : 'light'
  keepScheme(scheme)
  await showState(list, state, scheme)
} else {
  createRoot(document.getElementById('root')!).render(<Gallery lists={lists} />)
}
