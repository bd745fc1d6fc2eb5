import { Anchor } from '@mantine/core'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { GuideLink } from '../../../ui/text/GuideLink.tsx'
import { CodeText } from './CodeText.tsx'
import { developerTexts } from './developer-texts.ts'

const texts = developerTexts.tools

/** The command line and the client library: what they are, and how they are installed from this portal. */
export function ToolTab() {
  const { origin } = globalThis.location
  const cli = `${origin}/docs/download/simwright-cli.tgz`
  const client = `${origin}/docs/download/simwright-client.tgz`
  return (
    <Stack gap={24} className="over-table">
      <Panel title={texts.cli} text={texts.cliText} actions={<GuideLink page="cli">{texts.guide}</GuideLink>}>
        <Stack gap={12}>
          <CodeText title={texts.install} text={`npm install --global ${cli}`} note={texts.needs} />
          <CodeText title={texts.signIn} text={`simwright login ${origin} --device`} note={texts.signInText} />
          <Download address={cli} />
        </Stack>
      </Panel>
      <Panel title={texts.client} text={texts.clientText} actions={<GuideLink page="client">{texts.guide}</GuideLink>}>
        <Stack gap={12}>
          <CodeText title={texts.install} text={`npm install ${client}`} note={texts.needsClient} />
          <Download address={client} />
        </Stack>
      </Panel>
    </Stack>
  )
}

const Download = ({ address }: { address: string }) => (
  <Row gap={16}>
    <Anchor href={address} download size="sm">
      {texts.download}
    </Anchor>
  </Row>
)
