import { Button, Drawer } from '@mantine/core'
import { IconMap2, IconMessage } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { pages } from '../paths.ts'
import { useAllowed } from '../session/permission.tsx'
import { type Help, helpTexts } from '../texts/help.ts'
import { helpPanelTexts as texts } from '../texts/help-panel.ts'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { GuideLink } from '../ui/GuideLink.tsx'
import { useFrameAddress } from '../ui/url.ts'
import classes from './HelpPanel.module.css'

/** Drawer with the help of the current page: purpose, steps, terms and keyboard shortcuts. */
export function HelpPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const name = usePageName()
  const help: Help = helpTexts[name]
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={400}
      title={<span className={classes.name}>{say(texts.title, { page: pages[name].title })}</span>}
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <p className={classes.purpose}>{help.purpose}</p>
      <h3 className={classes.heading}>{texts.steps}</h3>
      <ol className={classes.steps}>
        {help.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {help.terms.length > 0 && (
        <>
          <h3 className={classes.heading}>{texts.terms}</h3>
          <dl className={classes.terms}>
            {help.terms.map(({ term, text }) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {help.keys && <Keys keys={help.keys} />}
      <More />
    </Drawer>
  )
}

function Keys({ keys }: { keys: NonNullable<Help['keys']> }) {
  return (
    <>
      <h3 className={classes.heading}>{texts.keys}</h3>
      <dl className={classes.keys}>
        {keys.map((one) => (
          <div key={one.keys}>
            <dt>
              {one.keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{one.text}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Buttons that start the tour and open the feedback dialog. */
function More() {
  const [, change] = useFrameAddress()
  const mayTour = useAllowed(['Profile_Config_View', 'Generate_Ac_View', 'Fleet_View', 'Analytic'])
  return (
    <div className={classes.more}>
      {mayTour && (
        <Button
          variant="default"
          leftSection={<IconMap2 size={16} />}
          onClick={() => change({ help: undefined, tour: '1' }, 'push')}
        >
          {texts.tour}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconMessage size={16} />}
        onClick={() => change({ help: undefined, feedback: 'new' })}
      >
        {texts.feedback}
      </Button>
      <GuideLink>{texts.guide}</GuideLink>
      <p className={classes.note}>{texts.palette}</p>
    </div>
  )
}

type PageName = keyof typeof pages

const names = Object.keys(pages) as PageName[]

/** The current page, from the matched route. */
function usePageName(): PageName {
  const paths = useRouterState({ select: ({ matches }) => matches.map(({ fullPath }) => fullPath as string) })
  return names.find((name) => paths.includes(pages[name].path)) ?? 'home'
}
