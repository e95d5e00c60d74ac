import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useHoy } from '../../lib/time/hoy'
import { Button } from '../../ui/button'
import { useExportaciones } from '../../ui/exportar/exportaciones'
import { CampoDia } from '../../ui/fecha/campo-dia'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { LETRA_MONO } from '../../ui/theme/tokens'
import { tono } from '../../ui/theme/tono'
import { type EventoVisto, ultimosQuery } from './queries'

type Props = { empresa: number; eventos: number; pendientes: number }

/** How an event is published, in short: `arriving`, `unknown`, `ADD`. */
const whatOf = (e: EventoVisto) => [e.bizStep ?? e.action, e.disposition].filter(Boolean).join(' · ')

/** The latest published events, and an export of all events of a period. */
export function Eventos({ empresa, eventos, pendientes }: Props) {
  const hoy = useHoy()
  const [desde, setDesde] = useState(hoy)
  const [hasta, setHasta] = useState(hoy)
  const { startExport, enMarcha } = useExportaciones()
  const { data } = useQuery(ultimosQuery(empresa))
  const nombre = `epcis-${desde}-${hasta}.jsonld`
  return (
    <Seccion titulo="Eventos">
      <Typography variant="body2" color="textSecondary" role="status" sx={{ mb: 3 }}>
        {eventos.toLocaleString('es')} {eventos === 1 ? 'evento contado' : 'eventos contados'}
        {pendientes > 0 && `, ${pendientes.toLocaleString('es')} contenedores por mirar`}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: '240px 240px auto' },
          gap: 3,
          alignItems: 'center',
          justifyContent: 'start',
          mb: 4,
        }}
      >
        <CampoDia etiqueta="Descargar desde" valor={desde} onChange={(d) => setDesde(d ?? hoy)} />
        <CampoDia
          etiqueta="Descargar hasta"
          valor={hasta}
          onChange={(d) => setHasta(d ?? hoy)}
          {...(hasta < desde && { error: 'Es anterior al principio.' })}
        />
        <Button
          variant="outlined"
          startIcon={<DownloadIcon />}
          disabled={hasta < desde}
          loading={enMarcha.has(nombre)}
          loadingPosition="start"
          onClick={() =>
            startExport({
              url: `/api/export_epcis?empresa=${empresa}&desde=${desde}&hasta=${hasta}`,
              nombre,
              error: 'Error al descargar los eventos',
            })
          }
        >
          Descargar EPCISDocument
        </Button>
      </Box>
      {data?.length === 0 && (
        <EstadoVacio
          texto="Todavía no se ha contado nada"
          ayuda="Lo que ocurra se cuenta en uno o dos minutos."
        />
      )}
      {data && data.length > 0 && (
        <Box component="ul" aria-label="Últimos eventos" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {data.map((e) => (
            <Box
              component="li"
              key={`${e.eventID} ${e.errorDeclaration?.reason}`}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: '160px 200px 1fr' },
                columnGap: 3,
                py: 1.5,
                fontSize: 13,
                borderTop: `1px solid ${tono('line')}`,
              }}
            >
              <Momento iso={e.eventTime} />
              <span style={{ fontWeight: 550 }}>
                {whatOf(e)}
                {e.errorDeclaration && (
                  <span style={{ color: tono('rojo') }}> · {e.errorDeclaration.reason}</span>
                )}
              </span>
              <span style={{ fontFamily: LETRA_MONO, overflowWrap: 'anywhere' }}>
                {e.epcList?.[0] ?? e.parentID}
                {e.readPoint && <span style={{ color: tono('muted') }}> {e.readPoint.id}</span>}
              </span>
            </Box>
          ))}
        </Box>
      )}
    </Seccion>
  )
}
