"""Engine processes that speak GTP, NBoard or UGI."""
