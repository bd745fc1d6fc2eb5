import MiniSearch from 'minisearch'
import { guideTexts } from './guide-texts.ts'
import { type FoundSection, SEARCH_OPTIONS } from './search-options.ts'

const SHOWN = 12

/** Makes the search field work: results while typing, chosen by arrow keys and Enter or by a click. */
export function connectSearch(indexAddress: string, say: (text: string) => void): void {
  const form = document.querySelector<HTMLFormElement>('form.search')
  const input = form?.querySelector('input')
  const list = form?.querySelector<HTMLElement>('#results')
  if (!form || !input || !list) return
  const load = loadOnce(indexAddress)
  const results = resultList(input, list)
  const search = async () => {
    const words = input.value.trim()
    if (words === '') return results.close()
    try {
      const index = await load()
      if (input.value.trim() !== words) return
      const found = index.search(words).slice(0, SHOWN) as unknown as (FoundSection & { id: string })[]
      results.show(found.length === 0 ? [noteOf(guideTexts.none)] : found.map(optionOf))
      say(countText(found.length))
    } catch {
      results.show([noteOf(guideTexts.failed)])
    }
  }

  form.hidden = false
  input.addEventListener('focus', () => void load().catch(() => {}), { once: true })
  input.addEventListener('input', () => void search())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      input.value = ''
      results.close()
    } else if (!list.hidden && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      results.move(event.key === 'ArrowDown' ? 1 : -1)
    }
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    list.querySelector<HTMLAnchorElement>('[aria-selected="true"]')?.click()
  })
  list.addEventListener('click', () => results.close())
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) results.close()
  })
  focusOnSlash(input)
}

/** The list of results below the field, one of which is active. */
function resultList(input: HTMLInputElement, list: HTMLElement) {
  let active = -1
  const activate = (next: number) => {
    const options = list.querySelectorAll<HTMLElement>('[role="option"]')
    if (options.length === 0) return
    options[active]?.removeAttribute('aria-selected')
    active = (next + options.length) % options.length
    const option = options[active]!
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }
  return {
    show(lines: readonly HTMLElement[]) {
      active = -1
      list.replaceChildren(...lines)
      activate(0)
      list.hidden = false
      input.setAttribute('aria-expanded', 'true')
    },
    move: (by: 1 | -1) => activate(active + by),
    close() {
      list.hidden = true
      active = -1
      input.setAttribute('aria-expanded', 'false')
      input.removeAttribute('aria-activedescendant')
    },
  }
}

function focusOnSlash(input: HTMLInputElement): void {
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

function countText(count: number): string {
  const { none, found } = guideTexts
  if (count === 0) return none
  return count === 1 ? found.one : found.other.replace('{count}', String(count))
}

/** Loads the index at the first call; again only after a failure. */
function loadOnce(address: string): () => Promise<MiniSearch<FoundSection>> {
  let loading: Promise<MiniSearch<FoundSection>> | undefined
  return () => {
    loading ??= loadIndex(address)
    loading.catch(() => (loading = undefined))
    return loading
  }
}

async function loadIndex(address: string): Promise<MiniSearch<FoundSection>> {
  const answer = await fetch(address, { credentials: 'omit' })
  if (!answer.ok) throw new Error(`the search index was answered ${answer.status}`)
  return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS)
}

function optionOf({ id, title, page, excerpt }: FoundSection & { id: string }, position: number): HTMLElement {
  const option = document.createElement('a')
  option.id = `result-${position}`
  option.href = id
  option.role = 'option'
  option.tabIndex = -1
  option.append(lineOf('strong', title), lineOf('small', title === page ? excerpt : `${page} · ${excerpt}`))
  return option
}

function noteOf(text: string): HTMLElement {
  return lineOf('p', text)
}

function lineOf(tag: string, text: string): HTMLElement {
  const line = document.createElement(tag)
  line.textContent = text
  return line
}
