import { NativeSelect } from '@mantine/core'
import type { EndUserLook } from '@simwright/contract/provisioning/end-user-page'
import {
  directionOf,
  type EndUserLanguage,
  endUserLanguages,
  offeredLanguage,
  withOwnTexts,
} from '@simwright/contract/provisioning/end-user-text'
import { IconLanguage } from '@tabler/icons-react'
import { type ReactNode, Suspense, useLayoutEffect, useMemo } from 'react'
import { useAddress } from '../base/url.ts'
import { Brand } from '../brand/Brand.tsx'
import type { publicPages } from '../paths.ts'
import { Row } from '../ui/layout/layout.tsx'
import { SchemeButton } from '../ui/page/SchemeButton.tsx'
import { useAccentStyle } from './accent-style.ts'
import classes from './EndUserPage.module.css'
import { ContentOutline } from './LoadingContent.tsx'
import { loadTexts, useTextsOf } from './language.ts'
import { SpeechContext, speechOf, useSpeech } from './speech.ts'

type EndUserPageProps = {
  page: (typeof publicPages)['publicCode' | 'publicCampaign' | 'publicVouchers']
  /** Whether the platform of the page is known, so that its brand can be shown. */
  isKnown: boolean
  /** Logo, color and texts of the enterprise account, once they are known. */
  look: EndUserLook | undefined
  children: ReactNode
}

/**
 * Layout of the pages for end users, narrow for phones, in the language that the address names or else the browser's.
 * The address has the language that the reader chose, so that a copied link keeps it.
 */
export function EndUserPage({ page, ...content }: EndUserPageProps) {
  const [{ lang }, change] = useAddress(page)
  const language = lang ?? offeredLanguage(navigator.languages) ?? 'en'
  // loaded before the change, so that the page stays visible
  const choose = (next: EndUserLanguage) => void loadTexts(next).then(() => change({ lang: next }))
  return (
    <Suspense fallback={<Loading />}>
      <SpokenPage language={language} onChoose={choose} {...content} />
    </Suspense>
  )
}

type SpokenPageProps = Omit<EndUserPageProps, 'page'> & {
  language: EndUserLanguage
  onChoose: (language: EndUserLanguage) => void
}

function SpokenPage({ language, onChoose, isKnown, look, children }: SpokenPageProps) {
  const defaults = useTextsOf(language)
  const own = look?.texts[language]
  const speech = useMemo(() => speechOf(language, withOwnTexts(defaults, own), 'page'), [language, defaults, own])
  const style = useAccentStyle(look?.accent)
  useLayoutEffect(() => {
    const root = document.documentElement
    root.lang = language
    root.dir = directionOf(language)
    return () => {
      root.lang = 'en'
      root.dir = 'ltr'
    }
  }, [language])
  return (
    <SpeechContext value={speech}>
      <div className={classes.page} style={style}>
        <Row as="header" nowrap style={{ height: 64 }}>
          <span className={`brand-name ${classes.brand}`}>
            {look?.logo ? <Logo {...look.logo} /> : isKnown && <Brand size={26} />}
          </span>
          <LanguageSelect onChoose={onChoose} />
          <SchemeButton texts={speech.texts} />
        </Row>
        <main style={{ flex: 1 }}>{children}</main>
      </div>
    </SpeechContext>
  )
}

const Logo = ({ url, name }: { url: string; name: string }) => <img className={classes.logo} src={url} alt={name} />

function LanguageSelect({ onChoose }: { onChoose: (language: EndUserLanguage) => void }) {
  const { language, texts } = useSpeech()
  return (
    <NativeSelect
      aria-label={texts.language}
      className="fixed"
      style={{ width: 132 }}
      leftSection={<IconLanguage size={16} stroke={1.6} />}
      value={language}
      onChange={(event) => onChoose(event.currentTarget.value as EndUserLanguage)}
    >
      {Object.entries(endUserLanguages).map(([id, name]) => (
        <option key={id} value={id} lang={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}

/** Shown until the texts are loaded, so it has none. */
function Loading() {
  return (
    <div className={classes.page}>
      <main style={{ flex: 1 }}>
        <ContentOutline />
      </main>
    </div>
  )
}
