import { useEffect } from 'react'

const INVALID = '[aria-invalid="true"], [data-invalid="true"]'
/** A field together with its label. */
const LABELED = '.mantine-InputWrapper-root, [role="group"], fieldset'
const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [tabindex]'

/**
 * After a form is submitted, the focus goes to its first field with an error, whether the browser or the server found it.
 * Not if the user has gone on meanwhile. For all forms of the page: called once.
 */
export function useFocusOnFirstError(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    const onSubmit = ({ target }: Event) => {
      stop?.()
      if (target instanceof HTMLFormElement) stop = focusWhenFound(target)
    }
    document.addEventListener('submit', onSubmit, true)
    return () => {
      stop?.()
      document.removeEventListener('submit', onSubmit, true)
    }
  }, [])
}

/** Waits for an error in the form, until the user does something. @returns a function that ends it */
function focusWhenFound(form: HTMLFormElement): () => void {
  const look = () => {
    const field = firstInvalid(form)
    if (!field) return
    end()
    showField(field)
    field.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(look)
  const end = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const type of USER_EVENTS) document.removeEventListener(type, end, true)
  }
  // errors of an earlier attempt may be there already: nothing changes then
  const timer = setTimeout(look)
  observer.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'data-invalid'] })
  for (const type of USER_EVENTS) document.addEventListener(type, end, true)
  return end
}

/** Scrolls to a field with its label: to the middle if something such as the head of a dialog would cover the label. */
function showField(field: HTMLElement): void {
  const labeled = field.closest<HTMLElement>(LABELED) ?? field
  labeled.scrollIntoView({ block: 'nearest' })
  field.scrollIntoView({ block: 'nearest' })
  const { left, top, width } = labeled.getBoundingClientRect()
  const shown = document.elementFromPoint(left + Math.min(width / 2, 20), top + 2)
  if (!shown || !(labeled.contains(shown) || shown.contains(labeled))) labeled.scrollIntoView({ block: 'center' })
}

const USER_EVENTS = ['pointerdown', 'keydown', 'input'] as const

/** The first field with an error, in the order of the page; within a group without one focus its first input. */
function firstInvalid(form: HTMLFormElement): HTMLElement | undefined {
  for (const element of form.querySelectorAll<HTMLElement>(INVALID)) {
    const field = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE)
    if (field?.checkVisibility()) return field
  }
  return undefined
}
