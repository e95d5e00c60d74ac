import { Link } from '@tanstack/react-router'
import type { Dispositivo } from '#contract/parque/dispositivos/dispositivos'
import { tono } from '../ui/theme/tono'

/** Since when and why the state of a container is unknown; links to the fault. */
export function NoSeSabe({ d }: { d: Pick<Dispositivo, 'NoSeSabe' | 'Causa'> }) {
  if (!d.NoSeSabe) return null
  return (
    <span style={{ color: tono('amber') }}>
      {d.NoSeSabe}
      {d.Causa !== null && (
        <>
          .{' '}
          <Link to="/causas/$id" params={{ id: String(d.Causa) }} style={{ color: tono('brand') }}>
            Ver la avería
          </Link>
        </>
      )}
    </span>
  )
}
