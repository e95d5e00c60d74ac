import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Cita } from '../../ui/cita'
import { Fallo } from '../../ui/feedback/fallo'
import { tinte, tono } from '../../ui/theme/tono'
import { textoQuery } from './queries'

type Props = { buscar: string; onPasaje: (doc: string, pagina: number) => void }

/** Search results in the text of the manuals. */
export function EnElTexto({ buscar, onPasaje }: Props) {
  const { data, error, refetch, isFetching, isEnabled } = useQuery(textoQuery(buscar))
  if (!isEnabled) return null
  if (error)
    return (
      <Fallo
        texto="No se ha podido buscar en el texto"
        detalle={error.message}
        onRetry={() => void refetch()}
        ocupado={isFetching}
      />
    )
  return (
    <Box component="section" aria-labelledby="en-el-texto" aria-busy={isFetching} sx={{ mt: 4 }}>
      <Typography id="en-el-texto" component="h2" sx={{ px: 2, fontSize: 12, color: tono('muted') }}>
        En el texto
      </Typography>
      <Box role="status" sx={{ px: 2, pt: data?.length === 0 ? 2 : 0, fontSize: 13, color: tono('muted') }}>
        {data?.length === 0 && 'Ningún manual habla de eso.'}
      </Box>
      <Box component="ul" sx={{ m: 0, p: 0, pt: 1, listStyle: 'none' }}>
        {data?.map((x) => (
          <li key={`${x.id}-${x.pagina}`}>
            <ButtonBase
              onClick={() => onPasaje(x.id, x.pagina)}
              sx={{
                display: 'block',
                width: '100%',
                p: 2,
                borderRadius: '6px',
                textAlign: 'left',
                fontFamily: 'inherit',
                fontSize: 13,
                lineHeight: 1.5,
                '&:hover': { bgcolor: tinte('brand', 6) },
              }}
            >
              <Box component="span" sx={{ display: 'block', fontWeight: 550 }}>
                {x.title}
                <Box component="span" sx={{ fontWeight: 400, color: tono('muted') }}>
                  {' '}
                  · pág. {x.pagina}
                </Box>
              </Box>
              <Box component="span" sx={{ color: tono('muted'), overflowWrap: 'anywhere' }}>
                <Cita partes={x.fragmento} />
              </Box>
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  )
}
