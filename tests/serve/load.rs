//! Many clients at once: how long their answers take, and whether they are served alike.

use super::client::{Server, id};
use crate::random::Random;
use crate::random::random_position;
use std::time::{Duration, Instant};

/// The clients, each with five queries a second, and the seconds; the long form is "200 30".
const LOAD: &str = "EMILIA_SERVE_LOAD";

/// The times of a client's answers in milliseconds.
fn ask(server: &Server, number: usize, queries: usize, every: Duration) -> Vec<f64> {
    let (mut socket, mut random) = (server.socket(None), Random::new(number as u64));
    // They do not ask all at the same moment.
    let begun = Instant::now() + every * (number % 50) as u32 / 50;
    let times = (0..queries).map(|index| {
        let due = begun + every * index as u32;
        std::thread::sleep(due.saturating_duration_since(Instant::now()));
        // Another one each time, so that no table knows it.
        let position = random_position(30 + random.below(25) as u32, &mut random);
        let name = format!("{number}-{index}");
        socket.say(&format!(r#"{{"id":"{name}","board":"{position}","side":"X","depth":6}}"#));
        assert_eq!(id(&socket.hear()), name);
        due.elapsed().as_secs_f64() * 1000.0
    });
    times.collect()
}

#[test]
fn many_clients_are_served_alike() {
    let text = std::env::var(LOAD).unwrap_or_else(|_| "20 1".to_owned());
    let numbers: Vec<usize> = text.split(' ').map(|word| word.parse().expect("a number")).collect();
    let [clients, seconds] = numbers[..] else { panic!("two numbers: {text:?}") };
    let server = Server::start(&[]);
    let every = Duration::from_millis(200);
    let all: Vec<Vec<f64>> = std::thread::scope(|scope| {
        let start = |number| {
            let server = &server;
            scope.spawn(move || ask(server, number, seconds * 5, every))
        };
        let asked: Vec<_> = (0..clients).map(start).collect();
        asked.into_iter().map(|thread| thread.join().expect("a client")).collect()
    });
    let mut times: Vec<f64> = all.iter().flatten().copied().collect();
    assert_eq!(times.len(), clients * seconds * 5);
    times.sort_by(f64::total_cmp);
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let means: Vec<f64> = all.iter().map(|times| times.iter().sum::<f64>() / times.len() as f64).collect();
    let (sum, squares) = means.iter().fold((0.0, 0.0), |(sum, squares), mean| (sum + mean, squares + mean * mean));
    // Jain's index: 1 if all have the same mean time.
    let fairness = sum * sum / (means.len() as f64 * squares);
    println!(
        "{} answers, {} clients: median {:.1} ms, 99 % within {:.1} ms, the last after {:.1} ms; fairness {fairness:.3}",
        times.len(),
        clients,
        at(50),
        at(99),
        at(100)
    );
    assert!(fairness > 0.2, "{means:?}");
}
