import { Button, Drawer } from '@mantine/core'
import { IconListCheck, IconMap2, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFrameAddress } from '../base/url.ts'
import { linkTo, pages } from '../paths.ts'
import { isStaff } from '../session/held-permission.ts'
import { useAllowed, usePermissions } from '../session/permission.tsx'
import { say } from '../texts/text.ts'
import { uiTexts } from '../texts/ui.ts'
import { Row, Stack, Title } from '../ui/layout/layout.tsx'
import { useOpening } from '../ui/opening.ts'
import { GuideLink } from '../ui/text/GuideLink.tsx'
import { helpPanelTexts as texts } from './help-panel-texts.ts'
import { type Help, helpTexts } from './help-texts.ts'
import { KeyList } from './KeyList.tsx'
import { usePageName } from './page-name.ts'

/** Drawer with the help of the current page: purpose, steps, terms and keyboard shortcuts. */
export function HelpPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const name = usePageName()
  const help: Help = helpTexts[name]
  const { key, ref, isOpen: isShown, close } = useOpening(isOpen, onClose)
  return (
    <Drawer
      key={key}
      ref={ref}
      opened={isShown}
      onClose={close}
      position="right"
      size={400}
      title={
        <Title as="span" size="h2">
          {say(texts.title, { page: pages[name].title })}
        </Title>
      }
      closeButtonProps={{ 'aria-label': uiTexts.close }}
      overlayProps={{ backgroundOpacity: 0.2 }}
    >
      <p className="size-lead" style={{ margin: '0 0 20px' }}>
        {help.purpose}
      </p>
      <Title mb={8}>{texts.steps}</Title>
      <Stack as="ol" gap={8} mb={24} className="bullets">
        {help.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Stack>
      {help.terms.length > 0 && (
        <>
          <Title mb={8}>{texts.terms}</Title>
          <Stack as="dl" gap={10} mb={24}>
            {help.terms.map(({ term, text }) => (
              <div key={term}>
                <dt className="strong">{term}</dt>
                <dd className="muted">{text}</dd>
              </div>
            ))}
          </Stack>
        </>
      )}
      {help.keys && (
        <>
          <Title mb={8}>{texts.keys}</Title>
          <KeyList keys={help.keys} />
        </>
      )}
      <More />
    </Drawer>
  )
}

/** Buttons that start the tour, show the getting-started guide and open the feedback dialog. */
function More() {
  const [, change] = useFrameAddress()
  const isPlatformStaff = isStaff(usePermissions())
  const mayTour = useAllowed(['Profile_Config_View', 'Generate_Ac_View', 'Fleet_View', 'Analytic'])
  return (
    <Row mt={24} className="ruled" style={{ paddingTop: 16 }}>
      {mayTour && (
        <Button
          variant="default"
          leftSection={<IconMap2 size={16} />}
          onClick={() => change({ help: undefined, tour: '1' }, 'push')}
        >
          {texts.tour}
        </Button>
      )}
      {!isPlatformStaff && (
        <Button
          variant="default"
          leftSection={<IconListCheck size={16} />}
          component={Link}
          {...linkTo(pages.home, { search: { guide: 'on' } })}
        >
          {texts.start}
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
      <p className="muted size-small" style={{ width: '100%', marginTop: 4 }}>
        {texts.palette}
      </p>
    </Row>
  )
}
