import { guideTexts } from './guide-texts.ts'

const SHOWN_MS = 2000

/** Adds a button to each code block that copies it. */
export function addCopyButtons(onCopied: () => void): void {
  for (const block of document.querySelectorAll<HTMLElement>('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = guideTexts.copy
    button.addEventListener('click', async () => {
      const code = block.querySelector('code')!
      if (!(await copied(code))) return
      button.textContent = guideTexts.copied
      onCopied()
      setTimeout(() => (button.textContent = guideTexts.copy), SHOWN_MS)
    })
    block.append(button)
  }
}

/** Browsers may refuse the clipboard to a sandboxed page; then the text is selected and copied by command. */
async function copied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return document.execCommand('copy')
  }
}
