// The connection: one query at a time; a new one ends the one before.

const talk = { socket: null, id: 0, onAnswer: null, wait: 500, timer: 0 };

// `report` is told what there is: a connection ('open'), none ('closed'), or a server that wants a token ('token') or another one ('other token').
function connect(report) {
  clearTimeout(talk.timer);
  const token = sessionStorage.getItem('token');
  const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  let socket;
  try {
    socket = new WebSocket(address, token ? ['emilia', `token.${token}`] : ['emilia']);
  } catch {
    // The token has a sign that no token has.
    sessionStorage.removeItem('token');
    return report('other token');
  }
  talk.socket = socket;
  let wasOpen = false;
  socket.onopen = () => { [wasOpen, talk.wait] = [true, 500]; report('open'); };
  socket.onclose = async () => {
    if (talk.socket !== socket) return;
    const isRefused = !wasOpen && await isUnauthorized(token);
    // Meanwhile the person may have typed one.
    if (talk.socket !== socket) return;
    talk.socket = null;
    if (isRefused) {
      sessionStorage.removeItem('token');
      report(token ? 'other token' : 'token');
    } else {
      report('closed');
      talk.timer = setTimeout(() => connect(report), talk.wait = Math.min(2 * talk.wait, 15000));
    }
  };
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.id === String(talk.id) && talk.onAnswer) talk.onAnswer(answer);
  };
  return undefined;
}

// Whether the server refuses this token. A WebSocket does not say why it could not be opened.
async function isUnauthorized(token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    return (await fetch('/analyze', { method: 'POST', headers })).status === 401;
  } catch {
    return false;
  }
}

const isOpen = () => talk.socket?.readyState === WebSocket.OPEN;

// Asks about the position after these moves; `onAnswer` gets the answers during the search and the last one.
function ask(query, onAnswer) {
  forget();
  if (!isOpen()) return;
  talk.id += 1;
  talk.onAnswer = onAnswer;
  talk.socket.send(JSON.stringify({ id: String(talk.id), reportDuringSearchEvery: 0.2, ...query }));
}

// Ends the query that runs.
function forget() {
  if (talk.onAnswer && isOpen()) talk.socket.send(JSON.stringify({ id: 't', action: 'terminate', terminateId: String(talk.id) }));
  talk.onAnswer = null;
}
