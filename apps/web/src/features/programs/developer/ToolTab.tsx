import { Anchor, Group } from '@mantine/core'
import { developerTexts } from '../../../texts/developer.ts'
import { GuideLink } from '../../../ui/GuideLink.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { CodeText } from './CodeText.tsx'
import classes from './Webhook.module.css'

const texts = developerTexts.tools

/** The command line and the client library: what they are, and how they are installed from this portal. */
export function ToolTab() {
  const { origin } = globalThis.location
  const cli = `${origin}/docs/download/simwright-cli.tgz`
  const client = `${origin}/docs/download/simwright-client.tgz`
  return (
    <div className={classes.tab}>
      <Panel title={texts.cli} text={texts.cliText} actions={<GuideLink page="cli">{texts.guide}</GuideLink>}>
        <div className={classes.stack}>
          <CodeText title={texts.install} text={`npm install --global ${cli}`} note={texts.needs} />
          <CodeText title={texts.signIn} text={`simwright login ${origin} --device`} note={texts.signInText} />
          <Download address={cli} />
        </div>
      </Panel>
      <Panel title={texts.client} text={texts.clientText} actions={<GuideLink page="client">{texts.guide}</GuideLink>}>
        <div className={classes.stack}>
          <CodeText title={texts.install} text={`npm install ${client}`} note={texts.needsClient} />
          <Download address={client} />
        </div>
      </Panel>
    </div>
  )
}

const Download = ({ address }: { address: string }) => (
  <Group>
    <Anchor href={address} download size="sm">
      {texts.download}
    </Anchor>
  </Group>
)
