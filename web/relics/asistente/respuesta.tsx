import ArticleIcon from '@mui/icons-material/ArticleOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import type { Pasaje } from '#contract/personas/manuales/manuales'
import { soloPanel } from '../../app-shell/guardia'
import { call, urlOf } from '../../lib/api/api'
import { api } from '../../lib/api/llamadas'
import { useSesion } from '../../lib/session/sesion'
import { Cita } from '../../ui/cita'
import { Fallo } from '../../ui/feedback/fallo'
import { tono } from '../../ui/theme/tono'

const Enlace = createLink(Link)

/** The answer of the manuals to one question, fetched once. */
export function Respuesta({ consulta, pregunta }: { consulta: number; pregunta: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['asistente', consulta, pregunta],
    queryFn: ({ signal }) => call(api.askAsistente, { query: { pregunta }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (error)
    return (
      <Fallo
        texto="No he podido buscar la respuesta"
        detalle={error.message}
        onRetry={() => void refetch()}
        ocupado={isFetching}
      />
    )
  if (!data)
    return (
      <Box aria-hidden>
        <Skeleton width="60%" />
        <Skeleton variant="rounded" height={96} sx={{ mt: 2 }} />
      </Box>
    )
  return (
    <>
      <Typography sx={{ mb: 3 }}>{data.respuesta}</Typography>
      {data.pasajes.length ? (
        <Box sx={{ display: 'grid', gap: 3 }}>
          {data.pasajes.map((p) => (
            <Quote key={`${p.id}-${p.pagina}`} p={p} />
          ))}
        </Box>
      ) : (
        <Enlace to="/Manuales">Ver todos los manuales</Enlace>
      )}
    </>
  )
}

function Quote({ p }: { p: Pasaje }) {
  const sesion = useSesion()
  // Users of companies without the screen of manuals still open the quoted document.
  const directo = sesion !== null && soloPanel(sesion)
  const rotulo = (
    <>
      <ArticleIcon sx={{ fontSize: 18 }} aria-hidden />
      {p.title}, página {p.pagina}
    </>
  )
  const aspecto = {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1.5,
    py: 1,
    fontSize: 14,
    fontWeight: 550,
  }
  return (
    <Box
      component="figure"
      sx={{
        m: 0,
        p: 4,
        pb: 3,
        bgcolor: tono('paper'),
        border: `1px solid ${tono('line')}`,
        borderRadius: '8px',
      }}
    >
      <Box component="blockquote" sx={{ m: 0, mb: 2, lineHeight: 1.6, overflowWrap: 'anywhere' }}>
        <Cita partes={p.fragmento} />
      </Box>
      <figcaption>
        {directo ? (
          <Link
            href={`${urlOf(api.getArchivoManual.path, { id: p.id })}#page=${p.pagina}`}
            target="_blank"
            rel="noopener"
            sx={aspecto}
          >
            {rotulo}
          </Link>
        ) : (
          <Enlace to="/Manuales" search={{ doc: p.id, pagina: p.pagina }} sx={aspecto}>
            {rotulo}
          </Enlace>
        )}
      </figcaption>
    </Box>
  )
}
