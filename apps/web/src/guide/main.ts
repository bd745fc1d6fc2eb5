import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/print.css'
import './guide.css'
import { printInLight } from '../styles/print.ts'
import { addCopyButtons } from './copy.ts'
import { guideTexts } from './guide-texts.ts'
import { openNavigation } from './navigation.ts'
import { openReference } from './reference.ts'
import { connectSchemeButton, setScheme } from './scheme.ts'
import { connectSearch } from './search.ts'

const searchIndex = document.currentScript?.dataset.searchIndex

// before the first paint
setScheme()

document.addEventListener('DOMContentLoaded', () => {
  const spoken = document.querySelector('.spoken')
  const say = (text: string) => spoken?.replaceChildren(text)
  connectSchemeButton()
  openNavigation()
  addCopyButtons(() => say(guideTexts.copied))
  if (searchIndex !== undefined) connectSearch(searchIndex, say)
  printInLight()
  openReference()
})
