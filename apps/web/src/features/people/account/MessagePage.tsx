import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { usePlatform } from '../../../brand/platform.ts'
import { type Drawing, Illustration } from '../../../ui/page/Illustration.tsx'
import classes from './MessagePage.module.css'

type MessagePageProps = { drawing: Drawing; title: string; text: string; link: { label: string; to: string } }

/** A page with one message and one link. */
export function MessagePage({ drawing, title, text, link }: MessagePageProps) {
  const { appName, iconUrl } = usePlatform()
  return (
    <main className={classes.page}>
      <Link to="/" className={`brand-name ${classes.brand}`}>
        <img src={iconUrl} alt="" width={26} height={26} />
        {appName}
      </Link>
      <Illustration name={drawing} />
      <h1 className={classes.title}>{title}</h1>
      <p className="muted" style={{ maxWidth: '46ch', textWrap: 'balance' }}>
        {text}
      </p>
      <Button component={Link} to={link.to} mt="lg">
        {link.label}
      </Button>
    </main>
  )
}
