import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { BrokerAjeno } from './broker-ajeno'

test('what is to be added at an outside broker carries the user, key and topic of the reader as they are', () => {
  const drawn = renderToStaticMarkup(
    <BrokerAjeno
      ajeno={{ clave: 'passwd <usuario> <clave>', permiso: 'user <usuario>\ntopic write <topic>' }}
      usuario="lector-c30000000001"
      clave="a$&b"
      topic="/gw/C30000000001/status"
    />,
  )
  expect(drawn).toContain('rechaza al lector hasta que alguien añada allí')
  expect(drawn).toContain('>passwd lector-c30000000001 a$&amp;b<')
  expect(drawn).toContain('>user lector-c30000000001\ntopic write /gw/C30000000001/status<')
})
