// The connection: one query at a time; a new one ends the one before.

const talk = { socket: null, id: 0, onAnswer: null, wait: 500, timer: 0, wasOpen: false };

// `report` is told whether there is a connection, and whether there ever was one.
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
    return report(false, false);
  }
  talk.socket = socket;
  socket.onopen = () => { [talk.wasOpen, talk.wait] = [true, 500]; report(true, true); };
  socket.onclose = () => {
    if (talk.socket !== socket) return;
    talk.socket = null;
    report(false, talk.wasOpen);
    if (talk.wasOpen || !DATA.needsToken) talk.timer = setTimeout(() => connect(report), talk.wait = Math.min(2 * talk.wait, 15000));
  };
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data);
    if (answer.id === String(talk.id) && talk.onAnswer) talk.onAnswer(answer);
  };
  return undefined;
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
